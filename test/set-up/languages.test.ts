import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";

import { lackingTools, mavenEnvironment } from "../../tools/set-up/languages.ts";
import { ensureLanguageHosts } from "../../tools/set-up/pulumi/language-hosts.ts";
import { ensureSdkGenerators } from "../../tools/set-up/pulumi/sdk-generators.ts";
import { PULUMI_VERSION } from "../../tools/set-up/pulumi/version.ts";
import { jestArguments } from "../../scripts/test/selection.ts";
import { type FakeMachine, newFakeMachine, writeGo, writeProgram, writePulumi } from "../support/fake-tools.ts";

let machine: FakeMachine;
let lines: string[];

beforeEach(() => {
  machine = newFakeMachine();
  lines = [];
});
afterEach(() => machine.remove());

const options = (): { env: NodeJS.ProcessEnv; log: (line: string) => void } => ({
  env: machine.env,
  log: (line) => void lines.push(line),
});
const goLog = (): string => join(machine.folder, "go.log");
const HOSTS = ["python", "go", "java", "yaml"].map((name) => `pulumi-language-${name}`);

/** A Go that "builds", and knows a folder with the script of the Python host. */
function writeGoWithSources(): void {
  writeGo(machine.bin, goLog(), PULUMI_VERSION);
  const sources = join(machine.folder, "sources");
  writeProgram(join(sources, "python/cmd"), "pulumi-language-python-exec", "exit 0");
  const build = readFileSync(join(machine.bin, "go"), "utf8").replace("#!/bin/sh\n", "");
  writeProgram(machine.bin, "go", `if [ "$1" = list ]; then echo "${sources}"; exit 0; fi\n${build}`);
}

describe("language hosts", () => {
  test("an official CLI has them, and nothing is made", async () => {
    writePulumi(machine.bin, "3.300.0");
    for (const host of HOSTS) writeProgram(machine.bin, host, "exit 0");
    expect(await ensureLanguageHosts(options())).toEqual({ binDir: machine.bin, version: "3.300.0", source: "path" });
    expect(existsSync(machine.cache)).toBe(false);
  });

  test("those that are missing are built once, into a folder with the CLI; its own stays as it was", async () => {
    writePulumi(machine.bin, "3.300.0");
    writeProgram(machine.bin, "pulumi-language-go", "exit 7");
    writeGoWithSources();
    const before = readdirSync(machine.bin);
    const [first, second] = await Promise.all([ensureLanguageHosts(options()), ensureLanguageHosts(options())]);
    expect(second).toEqual(first);
    expect(first.binDir).toMatch(/cache\/pulumi-3\.300\.0-languages-[0-9a-f]{8}\/bin$/u);
    expect(readdirSync(first.binDir).sort()).toEqual(
      [
        "pulumi",
        "pulumi-language-nodejs",
        "pulumi-language-python-exec",
        "pulumi-resource-pulumi-nodejs",
        ...HOSTS,
      ].sort(),
    );
    expect(readFileSync(join(first.binDir, "pulumi-language-go"), "utf8")).toContain("exit 7");
    expect(statSync(join(first.binDir, "pulumi-language-python-exec")).mode & 0o111).toBe(0o111);
    expect(readdirSync(machine.bin)).toEqual(before);
    const built = readFileSync(goLog(), "utf8").match(/pulumi-language-\w+$/gmu);
    expect(built).toEqual(["pulumi-language-python", "pulumi-language-java", "pulumi-language-yaml"]);
    expect(lines.join("\n")).toMatch(/Building pulumi-language-java 0\.20\.0 with Go: one to two minutes/u);
    expect(readdirSync(machine.cache)).toHaveLength(1);
  });

  test("a build that fails leaves nothing and says why", async () => {
    writePulumi(machine.bin, "3.300.0");
    await expect(ensureLanguageHosts(options())).rejects.toThrow(
      "Could not make the hosts of further languages: there is no Go on PATH.",
    );
    expect(readdirSync(machine.cache)).toEqual([]);
  });
});

describe("the generators of SDKs", () => {
  const pulumi = () => ({ binDir: machine.bin, version: "3.300.0", source: "path" }) as const;

  test("are the official hosts where these are", async () => {
    writeProgram(machine.bin, "pulumi-language-dotnet", "exit 0");
    expect(await ensureSdkGenerators(pulumi(), options())).toBe(machine.bin);
  });

  test("are otherwise one program of ours, under the name of each language", async () => {
    writeGo(machine.bin, goLog(), PULUMI_VERSION);
    const folder = await ensureSdkGenerators(pulumi(), options());
    const names = ["python", "go", "java", "dotnet"].map((language) => `pulumi-language-${language}`);
    expect(readdirSync(folder).sort()).toEqual([...names, "sdk-generator"].sort());
  });
});

describe("tools of a language", () => {
  test("that are not on PATH are named", () => {
    writeProgram(machine.bin, "python3", "exit 0");
    writeProgram(machine.bin, "java", "exit 0");
    expect(lackingTools(machine.env)).toEqual([
      { language: "go", tools: ["go"] },
      { language: "java", tools: ["mvn"] },
    ]);
  });

  test("keep to the cache: Maven is given a repository there, and the caller's own options", () => {
    const { MAVEN_OPTS = "" } = mavenEnvironment({ ...machine.env, MAVEN_OPTS: "-Xmx1g" });
    expect(MAVEN_OPTS).toMatch(/^-Xmx1g /u);
    expect(MAVEN_OPTS).toContain(`-Dmaven.repo.local=${join(machine.cache, "maven")}`);
  });
});

describe("the selection of tests", () => {
  const root = "/home/test/or.gform/test";
  const files = [
    "unit/model/diff",
    "properties/model/diff",
    "contract/client/list",
    "acceptance/drift",
    "acceptance/in-full/replace",
    "languages/java",
    "languages/yaml",
    "languages/sdks",
  ];
  const taken = (args: readonly string[], leftOut: readonly ("java" | "go")[] = []): string[] => {
    const pattern = jestArguments(args, root, leftOut).at(-1) ?? "";
    return files.filter((file) => new RegExp(pattern, "u").test(`${root}/${file}.test.ts`));
  };

  test("leaves other languages and what only a run in full takes out", () => {
    expect(taken([])).toEqual(files.slice(0, 4));
    expect(taken(["--quick"])).toEqual(["unit/model/diff", "properties/model/diff"]);
    expect(taken(["--quick", "--contract"])).toEqual(files.slice(0, 3));
    expect(taken(["--languages"])).toEqual(["languages/java", "languages/yaml", "languages/sdks"]);
    expect(taken(["--acceptance"])).toEqual(["acceptance/drift"]);
  });

  test("leaves nothing out of a run in full but what cannot run here", () => {
    expect(taken(["--all"])).toEqual(files);
    expect(taken(["--all"], ["java"])).toEqual(files.filter((file) => file !== "languages/java"));
  });

  test("leaves out the languages whose tools are missing, and no other", () => {
    expect(taken(["--languages"], ["java", "go"])).toEqual(["languages/yaml", "languages/sdks"]);
  });

  test("hands on what the caller wants himself", () => {
    expect(jestArguments(["test/languages/yaml", "--bail"], root)).toEqual(["test/languages/yaml", "--bail"]);
    expect(jestArguments(["--quick", "--bail"], root)[0]).toBe("--bail");
  });
});
