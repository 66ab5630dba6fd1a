import { describe, expect, test } from "@jest/globals";

import { functions } from "../../src/catalog/functions/index.ts";
import { packageManifest } from "../../src/cli/package-manifest.ts";
import { printed } from "../../src/model/messages.ts";
import { kebabName } from "../../src/model/names.ts";
import { runHere } from "./run-here.ts";

const WIDEST = 100;

const COMMANDS = [
  "access",
  "adopt",
  "call",
  "check",
  "completion",
  "doctor",
  "drift",
  "init",
  "mcp",
  "migrate",
  "picture",
  "provider",
  "sandbox",
  "scopes",
  "watch",
];

const widest = (text: string): number => Math.max(...text.split("\n").map((line) => line.length));

/** What help says of each command's flags: the defaults, and the words that they allow. */
const SAYS: Readonly<Record<string, readonly string[]>> = {
  access: ["text, csv, json, markdown, html. Default text.", "Exit code 0"],
  adopt: ["--organization ID", "Default: ORGFORM_ORGANIZATION_ID.", "pulumi (TypeScript) or terraform", "Exit code 0"],
  call: ["orgform call --list [--json]", "--dry-run", "--confirm", ".orgform/intents", "ORGFORM_INTENTS_DIR"],
  check: ["error, warning, note. Default error.", "Default: orgform.policy.yaml", "2: at least one"],
  completion: ["orgform completion bash|zsh|fish", "source <(orgform completion bash)"],
  doctor: ["text or json. Default text.", "Default: ORGFORM_HOST or POSTHOG_HOST.", "Exit code 0"],
  drift: [
    "text, json, markdown, junit, sarif, html. Default text.",
    "Default: standard output.",
    "Exit code 0: no drift",
  ],
  init: [
    "--for pulumi|terraform|cdk [FOLDER]",
    "orgform init --agents [FOLDER]",
    "Default typescript.",
    "Default terraform.",
    "Default 8010.",
  ],
  mcp: ["--allow-writes", "Only reads, unless", "ORGFORM_API_KEY", "Default: ORGFORM_HOST or POSTHOG_HOST."],
  migrate: ["pulumi or terraform", "Default: the selected one.", "Default orgform-migration.", "2 with --check"],
  picture: ["Default: ORGFORM_ORGANIZATION_ID.", "Exit code 0"],
  provider: ["orgform provider <command> [flags]", "Install the provider from this executable"],
  sandbox: [
    "Default 8010.",
    "Default documented.",
    "Default example.",
    "Default: only in memory.",
    "--scale N",
    "--exec COMMAND",
  ],
  scopes: ["Default: this folder.", "and give the file as --plan."],
  watch: ["Default: orgform.watch.yaml", "or .orgform/watch.sqlite in the folder", "Findings don't"],
};

describe("help", () => {
  test("groups the commands, and is the same by each of its names", async () => {
    const [flag, short, command] = await Promise.resolve([
      await runHere(["--help"]),
      await runHere(["-h"]),
      await runHere(["help"]),
    ]);
    expect([short, command]).toEqual([flag, flag]);
    expect(flag.stdout.split("\n").filter((line) => /^\S.*:$/u.test(line))).toEqual([
      "Flags:",
      "Organizations:",
      "This machine:",
    ]);
    for (const name of COMMANDS) expect(flag.stdout).toContain(`\n  ${name.padEnd(11)} `);
    expect(widest(flag.stdout)).toBeLessThanOrEqual(WIDEST);
  });

  test.each(COMMANDS)("of %s says what its flags allow, by `help` as by `--help`", async (name) => {
    const asked = await runHere(["help", name]);
    expect(asked).toMatchObject({ code: 0, stderr: "" });
    expect(await runHere([name, "--help"])).toEqual(asked);
    expect(asked.stdout).toMatch(new RegExp(`^Usage: orgform ${name} `, "u"));
    const unwrapped = asked.stdout.replaceAll(/\s+/gu, " ");
    for (const text of SAYS[name] ?? []) expect(unwrapped).toContain(text);
    expect(widest(asked.stdout)).toBeLessThanOrEqual(WIDEST);
  });

  test.each(functions.map((definition) => [kebabName(definition.name), definition] as const))(
    "of the function %s keeps to the width and shows its arguments",
    async (name, { name: programName, doc }) => {
      const { code, stdout } = await runHere(["call", name, "--help"]);
      expect(code).toBe(0);
      expect(widest(stdout)).toBeLessThanOrEqual(WIDEST);
      expect(stdout.replaceAll(/\s+/gu, " ")).toContain(printed(doc).replaceAll(/\s+/gu, " "));
      expect(await runHere(["call", programName, "--help"])).toMatchObject({ code: 0, stdout });
    },
  );
});

test("a command without its next word shows what can be typed, with exit code 1", async () => {
  for (const words of [[], ["completion"]]) {
    const { stdout } = await runHere([...words, "--help"]);
    expect(await runHere(words)).toEqual({ code: 1, stdout: "", stderr: stdout });
  }
});

test("the version is shown by flag and by word", async () => {
  const { version } = packageManifest();
  for (const word of ["--version", "version"])
    expect(await runHere([word])).toEqual({ code: 0, stdout: `${version}\n`, stderr: "" });
});

test.each([
  [["call", "--json"], "Which function? Run `orgform call --list` to list them.\n"],
  [
    ["fleet", "promote", "a", "b", "--file", "/nowhere/fleet.yaml"],
    "/nowhere/fleet.yaml cannot be read: ENOENT. Give the fleet file with --file.\n",
  ],
])("%j is refused with what to do", async (words, stderr) => {
  expect(await runHere(words)).toEqual({ code: 1, stdout: "", stderr });
});
