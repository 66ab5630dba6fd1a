import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, jest, test } from "@jest/globals";
import { type Consumer, newConsumer } from "../consumer.ts";

// The package is built, packed and installed from the registry once for all tests here.
jest.setTimeout(600_000);

/** The most packages in a program that installs this one, including this one but not the engine's SDK. */
const MOST_PACKAGES = 6;

const HOW_TO_GET_IT = "npm install --save-dev @orgform/sandbox";

let consumer: Consumer;
beforeAll(async () => {
  consumer = await newConsumer([], []);
});
afterAll(() => consumer?.remove());

/** What `npm ls` says about a package. */
interface Listed {
  readonly dependencies?: Readonly<Record<string, Listed>>;
  readonly version?: string;
}

/** Name and version of each package below. An optional peer that isn't installed has no version. */
function packagesIn({ dependencies = {} }: Listed): string[] {
  return Object.entries(dependencies).flatMap(([name, listed]) =>
    listed.version === undefined ? [] : [`${name}@${listed.version}`, ...packagesIn(listed)],
  );
}

const orgform = (...args: string[]) => consumer.node(join(consumer.folder, "node_modules/.bin/orgform"), ...args);

describe("the package, installed into an empty folder", () => {
  test(`brings at most ${MOST_PACKAGES} packages, itself included`, () => {
    const listed = JSON.parse(consumer.npm("ls", "--omit=dev", "--all", "--json")) as Listed;
    const packages = [...new Set(packagesIn(listed))];
    expect(packages.map((name) => name.replace(/@[^@]+$/u, ""))).toContain("orgform");
    expect(packages.length).toBeLessThanOrEqual(MOST_PACKAGES);
  });

  test("has no native code and no installation script", () => {
    const lock = JSON.parse(readFileSync(join(consumer.folder, "package-lock.json"), "utf8")) as {
      packages: Readonly<Record<string, { readonly hasInstallScript?: boolean }>>;
    };
    const scripted = Object.entries(lock.packages).filter(([, entry]) => entry.hasInstallScript === true);
    expect(scripted).toEqual([]);
    const files = readdirSync(join(consumer.folder, "node_modules"), { recursive: true, encoding: "utf8" });
    expect(files.length).toBeGreaterThan(100);
    expect(files.filter((path) => /\.node$|(?:^|\/)binding\.gyp$/u.test(path))).toEqual([]);
  });

  test.each([["sandbox"], ["sandbox --help"]])(
    "says how to get the sandbox when `orgform %s` is run",
    async (words) => {
      expect(await orgform(...words.split(" "))).toMatchObject({
        status: 1,
        output:
          "The sandbox needs the package @orgform/sandbox, which isn't installed: run `npx @orgform/sandbox`, or " +
          `\`${HOW_TO_GET_IT}\` and this command again.\n`,
      });
    },
  );
});

test("says how to get the server for agents when `orgform mcp` is run without it", async () => {
  expect(await orgform("mcp")).toMatchObject({
    status: 1,
    output:
      "The server for agents needs the package @orgform/mcp, which isn't installed: run `npm install --save-dev @orgform/mcp` " +
      "and this command again.\n",
  });
});

describe("the sandbox, installed beside it", () => {
  beforeAll(() => {
    const rules = readFileSync(join(consumer.folder, ".npmrc"), "utf8");
    consumer.write(".npmrc", `${rules}\nengine-strict=true\n`);
    consumer.installOwn("sandbox");
  });

  test("holds what its package.json promises and nothing of tests", () => {
    const folder = join(consumer.folder, "node_modules/@orgform/sandbox");
    expect(readdirSync(folder).filter((name) => name !== "node_modules")).toEqual([
      "LICENSE",
      "README.md",
      "dist",
      "package.json",
    ]);
    expect(existsSync(join(folder, "dist/main.js"))).toBe(true);
  });

  test.each(["@orgform/sandbox", "@orgform/sandbox/command", "@orgform/sandbox/testing"])(
    "%s is imported and required, and gives the same both ways",
    async (entry) => {
      const { status, output } = await consumer.bothWays(entry);
      expect({ status, ...JSON.parse(output) }).toEqual({ status: 0, count: expect.any(Number), same: true });
      expect(JSON.parse(output).count).toBeGreaterThan(0);
    },
  );

  test("starts by its own command and by ours, and each names itself in its help and its refusals", async () => {
    const own = join(consumer.folder, "node_modules/.bin/orgform-sandbox");
    const [help, ours, refused] = [
      await consumer.node(own, "--help"),
      await orgform("sandbox", "--help"),
      await consumer.node(own, "--prot", "1"),
    ];
    expect([help.status, help.output]).toEqual([0, expect.stringMatching(/^Usage: orgform-sandbox \[flags\]\n/u)]);
    expect(ours).toMatchObject({ status: 0, output: help.output.replace("orgform-sandbox", "orgform sandbox") });
    expect(refused).toMatchObject({
      status: 1,
      output: "orgform-sandbox has no flag --prot. Did you mean --port?\n",
    });
    const script = `
      const { startSandbox } = require("@orgform/sandbox");
      startSandbox().then(async ({ host, close }) => {
        console.log((await fetch(host + "/_sandbox/requests")).status);
        await close();
      });`;
    expect(await consumer.node("--no-warnings", "-e", script)).toMatchObject({ status: 0, output: "200\n" });
  });
});
