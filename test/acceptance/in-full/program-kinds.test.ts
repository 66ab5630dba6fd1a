import { rmSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, jest, test } from "@jest/globals";

import { SCENARIO_DIALECTS } from "../../support/dialects.ts";
import { InstalledPackage, INSTALLS_LIMIT_MS } from "../support/installed-package.ts";
import { closeStories, type Dialect, Story } from "../support/story.ts";

jest.setTimeout(INSTALLS_LIMIT_MS);

/** Compiler settings of the engine's own template for TypeScript programs. */
const TEMPLATE = {
  strict: true,
  outDir: "bin",
  target: "es2020",
  module: "commonjs",
  moduleResolution: "node",
  sourceMap: true,
  experimentalDecorators: true,
  pretty: true,
  noFallthroughCasesInSwitch: true,
  noImplicitReturns: true,
  forceConsistentCasingInFileNames: true,
};

const IMPORT = 'import * as orgform from "orgform/pulumi";';
const REQUIRE = 'const orgform = require("orgform/pulumi");';

const PROGRAM = `
const org = new orgform.Organization("org", { name: "Kinds", deletionProtection: false });
const domain = new orgform.Domain("domain", { organizationId: org.organizationId, domain: "kinds.example" });
`;

/** Fails to compile unless the classes have their types. */
const TYPED = `
// @ts-expect-error -- a number isn't a domain name
export const wrong = (): orgform.Domain => new orgform.Domain("wrong", { domain: 7 });
export const record = domain.verificationRecord.apply((one): string => one.value);
`;

interface Kind {
  readonly title: string;
  readonly files: Readonly<Record<string, string>>;
}

const manifest = (main: string, type: "module" | "commonjs"): string => JSON.stringify({ name: "program", main, type });
const compilerSettings = (compilerOptions: object): string => JSON.stringify({ compilerOptions, files: ["index.ts"] });

const COMMONJS_TS: Kind = {
  title: "TypeScript compiled to CommonJS with the settings of the engine's template",
  files: {
    "index.ts": `${IMPORT}${PROGRAM}${TYPED}`,
    "package.json": manifest("index.ts", "commonjs"),
    "tsconfig.json": compilerSettings(TEMPLATE),
  },
};

const KINDS: readonly Kind[] = [
  {
    title: "JavaScript as CommonJS",
    files: { "index.js": `${REQUIRE}${PROGRAM}`, "package.json": manifest("index.js", "commonjs") },
  },
  {
    title: "JavaScript as an ES module",
    files: { "index.js": `${IMPORT}${PROGRAM}`, "package.json": manifest("index.js", "module") },
  },
];

const MODULE_TS: Kind = {
  title: "TypeScript as an ES module",
  files: {
    "index.ts": `${IMPORT}${PROGRAM}${TYPED}`,
    "package.json": manifest("index.ts", "module"),
    "tsconfig.json": compilerSettings({
      strict: true,
      target: "es2022",
      module: "nodenext",
      moduleResolution: "nodenext",
    }),
  },
};

let installed: InstalledPackage;
const stories = new Map<Dialect, Story>();

function storyOf(dialect: Dialect): Story {
  const story = stories.get(dialect);
  if (story === undefined) throw new Error("The first test of this file makes the stacks.");
  return story;
}

/** Replaces the program with one of another kind. */
function turnInto({ stack }: Story, { files }: Kind): void {
  for (const name of ["index.js", "index.ts", "tsconfig.json"]) rmSync(join(stack.program, name), { force: true });
  stack.write(files);
}

beforeAll(async () => {
  installed = await InstalledPackage.make("@pulumi/pulumi@3.248.0", "typescript@5.9.3", "@types/node@20.19.43");
  for (const dialect of SCENARIO_DIALECTS) {
    const story = await Story.open(dialect, "", { linked: false });
    installed.linkInto(story.stack.program);
    stories.set(dialect, story);
  }
});
afterAll(async () => {
  await closeStories();
  installed.dispose();
});

describe("one stack of the packed and installed project, its program rewritten in every language that the engine runs", () => {
  test.each(SCENARIO_DIALECTS)(`${COMMONJS_TS.title} makes the objects (%s dialect)`, async (dialect) => {
    const story = storyOf(dialect);
    turnInto(story, COMMONJS_TS);
    expect((await story.up()).map((write) => write.split(" ")[0])).toEqual(["POST", "POST"]);
    expect(story.domain("kinds.example")["organization"]).toBe(story.organization("Kinds").id);
    expect(await story.stack.previewEmpty()).toContain("3 unchanged");
  });

  describe.each(KINDS)("$title", (kind) => {
    test.each(SCENARIO_DIALECTS)("sees the same stack without a change (%s dialect)", async (dialect) => {
      turnInto(storyOf(dialect), kind);
      expect(await storyOf(dialect).stack.previewEmpty()).toContain("3 unchanged");
    });
  });

  describe("with TypeScript 7 in the project", () => {
    beforeAll(() => installed.install("typescript@7.0.2", "--legacy-peer-deps"));
    test.each(SCENARIO_DIALECTS)(
      "no program starts, not even plain JavaScript, and the state stays (%s dialect)",
      async (dialect) => {
        const story = storyOf(dialect);
        const before = await story.managed();
        expect(before).toHaveLength(2);
        for (const kind of [KINDS[1]!, COMMONJS_TS]) {
          turnInto(story, kind);
          story.sandbox.control.clearRequests();
          const failed = await story.stack.run("up", "--yes", "--skip-preview");
          expect(failed.status).not.toBe(0);
          expect(failed.output).toContain("Cannot read properties of undefined (reading 'readFile')");
          expect(story.sandbox.control.requests()).toEqual([]);
        }
        expect(await story.managed()).toEqual(before);
      },
    );

    test.each(SCENARIO_DIALECTS)(
      "a refresh, which starts no program, works as before (%s dialect)",
      async (dialect) => {
        expect(await storyOf(dialect).stack.refresh("--expect-no-changes")).toContain("3 unchanged");
      },
    );
  });

  describe("with TypeScript 5 again and ts-node 10 in the project", () => {
    beforeAll(() => installed.install("typescript@5.9.3", "ts-node@10.9.2"));
    test.each(SCENARIO_DIALECTS)(
      `${MODULE_TS.title} sees the same stack without a change (%s dialect)`,
      async (dialect) => {
        turnInto(storyOf(dialect), MODULE_TS);
        expect(await storyOf(dialect).stack.previewEmpty()).toContain("3 unchanged");
      },
    );
  });
});
