import { existsSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";

import { afterEach, describe, expect, test } from "@jest/globals";

import { createClient } from "../../src/index.ts";
import { type Dialect, type Sandbox, startSandbox } from "../../packages/sandbox/src/index.ts";
import { SCENARIO_DIALECTS } from "../support/dialects.ts";
import { isInFull } from "../support/extent.ts";
import { PulumiStack } from "../support/pulumi-stack.ts";

const ROOT = join(__dirname, "../..");
const EXAMPLES = join(ROOT, "examples");
/** The examples in TypeScript. Those for Terraform and other languages have their own tests. */
const names = readdirSync(EXAMPLES).filter((name) => existsSync(join(EXAMPLES, name, "index.ts")));

/** A change in a running example, and its effects. */
interface Change {
  /** By file of the program: a text that occurs once in the file, and its replacement. */
  readonly edits: Readonly<Record<string, readonly [before: string, after: string]>>;
  /** Secrets of the configuration with new values. */
  readonly secrets: Readonly<Record<string, string>>;
  /** The updates, sorted, with the inputs that differ. The CLI names none if a secret differs. */
  readonly updated: readonly string[];
}

const CHANGES: Readonly<Record<string, Change>> = {
  acme: {
    edits: {
      "index.ts": ['name: "Web shop"', 'name: "Shop"'],
      "people.ts": ['"cleo@cloud.acme.example": { level: "member"', '"cleo@cloud.acme.example": { level: "admin"'],
    },
    secrets: { warehousePassword: "rotated" },
    updated: [
      "BatchExport warehouse",
      "Membership cleo [diff: ~level]",
      "OrganizationMembers people [diff: ~members]",
      "Project shop [diff: ~name]",
    ],
  },
  "acme-2026": {
    edits: {
      "bots.hog": ["%bot%", "%crawler%"],
      "access.ts": ['level: "none"', 'level: "member"'],
    },
    secrets: { warehousePassword: "rotated" },
    updated: ["HogFunction bots [diff: ~hog]", "Integration warehouse", "ProjectAccess nobody-else [diff: ~level]"],
  },
  backfill: {
    edits: {
      "index.ts": ['endAt: "2026-03-03T00:00:00Z", attempt: "1"', 'endAt: "2026-03-03T00:00:00Z", attempt: "2"'],
    },
    secrets: {},
    updated: ["BackfillBatchExport outage-in-march [diff: ~triggers]"],
  },
  "gdpr-erasure": {
    edits: { "requests.json": ['"GDPR-4712",\n    "round": "1"', '"GDPR-4712",\n    "round": "2"'] },
    secrets: {},
    updated: ["BulkDeletePersons GDPR-4712 [diff: ~triggers]"],
  },
};

/** The objects that an example needs besides an organization and a key, returned as configuration. */
const PREPARED: Readonly<Record<string, (sandbox: Sandbox) => Promise<Record<string, string>>>> = {
  backfill: async ({ host, apiKey, organizationId }) => {
    const api = createClient({ host, apiKey });
    const { api_token: token } = await api.projects.get(organizationId, 1);
    await api.close();
    // There is data to export from the first day of the example on.
    const event = { api_key: token, event: "seen", distinct_id: "ada", timestamp: "2026-01-01T00:00:00Z" };
    await fetch(`${host}/i/v0/e/`, { method: "POST", body: JSON.stringify(event) });
    return { "orgform:organizationId": organizationId, project: "1" };
  },
};

function filesOf(folder: string): Record<string, string> {
  return Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), "utf8")]));
}

/** The operations that a preview plans: `create <type> <name>`. */
async function planOf(stack: PulumiStack): Promise<string[]> {
  const { steps } = JSON.parse(await stack.must("preview", "--json")) as { steps: { op: string; urn: string }[] };
  return steps.map(({ op, urn }) => {
    const [, , type = "", name = ""] = urn.split("::");
    return `${op} ${type} ${name}`;
  });
}

/** Applies the change with one update, which must update only the expected resources. */
async function change(stack: PulumiStack, { edits, secrets, updated }: Change): Promise<void> {
  for (const [name, [before, after]] of Object.entries(edits)) {
    const parts = readFileSync(join(stack.program, name), "utf8").split(before);
    expect({ name, parts: parts.length }).toEqual({ name, parts: 2 });
    stack.write({ [name]: parts.join(after) });
  }
  const settings = Object.entries(secrets).flatMap(([key, value]) => ["--secret", `${key}=${value}`]);
  if (settings.length > 0) await stack.must("config", "set-all", ...settings);
  const output = await stack.up();
  const lines = output.matchAll(/orgform:(?<resource>\S+ \S+) updated \(.*?\)(?<diff> \[diff: [^\]\n]*\])?/gmu);
  expect([...lines].map(({ groups }) => `${groups?.["resource"]}${groups?.["diff"] ?? ""}`).toSorted()).toEqual(
    updated,
  );
  // Nothing else was created, replaced, or deleted.
  expect(output).toMatch(new RegExp(`^Resources:\\n +~ ${updated.length} updated\\n +\\d+ unchanged\\n\\n`, "mu"));
}

test("there is at least one example", () => {
  expect(names).toContain("organization");
});

/** Examples that only 2026-09 can run. */
const ONLY_IN_2026 = ["acme-2026"];

/**
 * `npm test` plays only the first example here. Terraform plays the one of 2026-09. A table and `run-once` cover
 * functions.
 */
const played = isInFull()
  ? names.filter((name) => !ONLY_IN_2026.includes(name))
  : names.filter((name) => name === "organization");

/** Replacements that bring the older example to a newer service, as its README says. */
const ACME_IN_2026: Readonly<Record<string, string>> = {
  'import { withoutAddresses } from "./pipeline";\n': 'import { withoutBots } from "./functions";\n',
  "withoutAddresses(acme);\n": "withoutBots(shop);\n",
  "PipelineTransformation no-addresses":
    "HogFunction bots\ncreate pulumi-nodejs:dynamic/orgform:HogFunction sign-ups\ncreate pulumi-nodejs:dynamic/orgform:Integration warehouse",
};

/**
 * The updates of a change. On a newer service, an integration has the older example's password, and keeps its number.
 */
const updatedIn = (dialect: Dialect, { updated }: Change): string[] =>
  updated
    .map((line) => (dialect === "2026-09" ? line.replace("BatchExport warehouse", "Integration warehouse") : line))
    .toSorted();

/** The files of an example for a dialect. */
function filesFor(dialect: Dialect, name: string): Record<string, string> {
  const files = filesOf(join(EXAMPLES, name));
  if (dialect !== "2026-09" || name !== "acme") return files;
  const {
    "exports.ts": exported = "",
    "functions.ts": functions = "",
    "bots.hog": bots = "",
  } = filesOf(join(EXAMPLES, "acme-2026"));
  const moved = (text = ""): string =>
    Object.entries(ACME_IN_2026).reduce((rest, [before, after]) => rest.replace(before, after), text);
  const { "index.ts": main, "expected-plan.txt": plan, ...others } = files;
  return {
    ...others,
    "index.ts": moved(main),
    "expected-plan.txt": moved(plan),
    "exports.ts": exported,
    "functions.ts": functions,
    "bots.hog": bots,
  };
}

const CASES: readonly (readonly [dialect: Dialect, name: string])[] = [
  ...SCENARIO_DIALECTS.flatMap((dialect) => played.map((name) => [dialect, name] as const)),
  ...(isInFull() ? [...ONLY_IN_2026, "acme"].map((name) => ["2026-09", name] as const) : []),
];

describe("an example", () => {
  let sandbox: Sandbox;
  let stack: PulumiStack | undefined;
  let hurry: NodeJS.Timeout | undefined;

  afterEach(async () => {
    clearInterval(hurry);
    stack?.dispose();
    await sandbox.close();
  });

  test.each(CASES)(
    "in dialect %s, %s, plans what it says, is applied, finds nothing more to do, follows a change, and is destroyed",
    async (dialect, name) => {
      sandbox = await startSandbox({ dialect });
      const files = filesFor(dialect, name);
      const { apiKey } = sandbox.control.createKey({ email: "founder@acme.example", scopes: null });
      stack = await PulumiStack.create({
        files,
        // `npm run check` has checked the types of every example.
        env: { PULUMI_NODEJS_TRANSPILE_ONLY: "true" },
        config: { "orgform:host": sandbox.host, ...(await PREPARED[name]?.(sandbox)) },
        secrets: { "orgform:apiKey": apiKey },
      });
      for (const module of ["typescript", "@types"]) {
        symlinkSync(join(ROOT, "node_modules", module), join(stack.program, "node_modules", module), "junction");
      }
      sandbox.control.clearRequests();
      const expected = (files["expected-plan.txt"] ?? "").trim().split("\n");
      // Independent resources are planned in any order.
      expect((await planOf(stack)).toSorted()).toEqual(expected.toSorted());
      expect(sandbox.control.requests().filter(({ method }) => method !== "GET")).toEqual([]);
      // The service's asynchronous work, such as issuing a certificate, takes seconds here.
      hurry = setInterval(() => sandbox.control.advanceClock(10), 250);
      await stack.up();
      const changed = CHANGES[name];
      if (changed !== undefined) {
        await stack.previewEmpty();
        await change(stack, { ...changed, updated: updatedIn(dialect, changed) });
      }
      // A refresh that changed something would show in it, too. By day, other stories refresh what they have changed.
      if (isInFull()) await stack.up("--refresh", "--expect-no-changes");
      await stack.destroy();
      // Since 2026-09, the service removes an organization in the background.
      sandbox.control.advanceClock(120);
      expect(sandbox.control.organizations().map((one) => one.name)).toEqual(["Acme"]);
    },
    240_000,
  );
});
