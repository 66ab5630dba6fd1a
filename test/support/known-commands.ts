import { execFile, type ExecFileException } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";

import { sandboxCommand } from "../../packages/sandbox/src/command/index.ts";
import { served } from "../../src/app/served.ts";
import { program } from "../../src/cli/program.ts";
import { typeNameOf } from "../../src/engines/terraform/provider/names.ts";
import { kebabName } from "../../src/model/names.ts";
import type { CommandLine } from "./command-lines.ts";
import { REPOSITORY } from "./doc-pages.ts";
import { PULUMI_SCHEMA } from "./pulumi-schema.ts";
import { pulumiCli } from "./pulumi-stack.ts";
import { programOfEngine } from "./terraform-programs.ts";

interface Manifest {
  readonly name: string;
  readonly scripts: Readonly<Record<string, string>>;
  readonly bin: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
}

const manifestIn = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(REPOSITORY, folder, "package.json"), "utf8")) as Manifest;

const manifest = manifestIn(".");

/** Programs of every system, and one that pages install, in the ways in which they use them. */
const OF_THE_SYSTEM = new Set(["age-keygen", "cd", "chmod", "cp", "curl", "export", "ln", "mkdir", "openssl", "rm"]);

/** The parts of a command that don't exist; empty if everything does. */
export async function complaintsOf({ words, page }: CommandLine): Promise<string[]> {
  const [first = "", ...rest] = words;
  if (OF_THE_SYSTEM.has(first) || (rest.length === 0 && /^[a-z]+=\S+$/u.test(first))) return [];
  if (first === "npm") return ofNpm(rest);
  if (first === "npx" || first === "tsx") return ofNpx(first === "npx" ? rest : words);
  if (first === "node") return ofNode(rest, page);
  if (first === "orgform") return ofOrgform(rest);
  if (first === "@orgform/sandbox") return ofSandbox(rest);
  if (first === "pulumi") return ofPulumi(rest);
  if (first === "terraform" || first === "tofu") return ofTerraform(rest);
  return [`nobody knows the program ${first}`];
}

const isFlag = (word: string): boolean => /^--?[a-z]/u.test(word);
const nameOf = (flag: string): string => flag.split("=")[0] ?? "";

function ofNpm([command = "", ...rest]: readonly string[]): string[] {
  if (command === "test") return [];
  const [script = ""] = rest;
  if (command === "run") return Object.hasOwn(manifest.scripts, script) ? [] : [`there is no script ${script}`];
  if (command !== "install") return [`pages use no npm ${command}`];
  const known = {
    ...manifest.peerDependencies,
    ...manifestIn("packages/fleet").peerDependencies,
    ...manifestIn("packages/mcp").dependencies,
    ...manifestIn("packages/watch").peerDependencies,
    ...manifest.devDependencies,
    [manifest.name]: "",
  };
  return rest
    .filter((word) => !isFlag(word) && !/^\.+(?:\/|$)/u.test(word))
    .filter((word) => !Object.hasOwn(known, word.replace(/(?<=.)@.*$/u, "")))
    .map((word) => `nothing here is called ${word}`);
}

function ofNpx(words: readonly string[]): string[] | Promise<string[]> {
  // Otherwise, it asks before it installs, and nobody responds to an agent.
  const [name = "", ...rest] = words[0] === "--yes" ? words.slice(1) : words;
  if (name === "orgform") return ofOrgform(rest);
  if (name === "@orgform/sandbox") return ofSandbox(rest);
  const [file = ""] = rest;
  if (name !== "tsx") return [`pages use no npx ${name}`];
  // Files of users are called so; others are of the repository.
  return /^main\.m?ts$/u.test(file) || existsSync(join(REPOSITORY, file)) ? [] : [`there is no ${file}`];
}

function ofNode(words: readonly string[], page: string): string[] {
  const file = words.find((word) => !isFlag(word)) ?? "";
  if (dirname(file) === "node_modules/.bin")
    return Object.hasOwn(manifest.bin, basename(file)) ? [] : [`no bin ${file}`];
  const folder = page === "docs/guides/gitops.md" ? "examples/gitops" : dirname(page);
  return existsSync(join(REPOSITORY, folder, file)) ? [] : [`there is no ${file}`];
}

async function ofOrgform(words: readonly string[]): Promise<string[]> {
  try {
    const asked = words.filter((word) => word !== "--help");
    let command = await program(asked);
    let rest = asked;
    for (;;) {
      const below = command.commands.find((one) => one.name() === rest[0]);
      if (below === undefined) break;
      command = below as typeof command; // -- every command of ours is made by the same class
      rest = rest.slice(1);
    }
    if (command.name() === "sandbox") return ofSandbox(rest);
    const { operands, unknown } = command.parseOptions([...rest]);
    const chosen = command.options.filter(({ argChoices }) => argChoices !== undefined);
    const wrong = chosen.filter((option) => {
      const value: unknown = command.getOptionValue(option.attributeName());
      return typeof value === "string" && !option.argChoices?.includes(value);
    });
    // A command that takes words says so: `FROM TO [flags]`, `[FOLDER]`, or `[flags] FILES...`.
    const strays = /(?:^|\[|\] )[A-Z]/u.test(command.usage()) ? [] : operands;
    return [...strays, ...unknown, ...wrong.map(({ flags }) => `a value of ${flags}`)];
  } catch (error) {
    return [String(error)];
  }
}

function ofSandbox(words: readonly string[]): string[] {
  const { operands, unknown } = sandboxCommand().parseOptions(words.filter((word) => word !== "--help"));
  return [...operands, ...unknown];
}

const answers = new Map<string, Promise<string>>();

/** A program's help for a command, requested once. */
function helpOf(words: readonly string[], ask: () => Promise<string>): Promise<string> {
  const key = words.join(" ");
  const known = answers.get(key) ?? ask();
  answers.set(key, known);
  return known;
}

function printed(file: string, args: readonly string[], env: Readonly<Record<string, string>>): Promise<string> {
  return new Promise((resolve) => {
    const { PATH = "" } = process.env;
    // Some commands end with 1 or 127 after their help.
    const done = (_error: ExecFileException | null, stdout: string, stderr: string): void => resolve(stdout + stderr);
    execFile(file, [...args], { env: { PATH, ...env } }, done);
  });
}

async function pulumiHelp(words: readonly string[]): Promise<string> {
  const { binDir } = await pulumiCli();
  const home = mkdtempSync(join(tmpdir(), "orgform-help-"));
  try {
    const env = { HOME: home, PULUMI_HOME: home, PULUMI_SKIP_UPDATE_CHECK: "true" };
    return await printed(join(binDir, "pulumi"), [...words, "--help"], env);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** The words that can name a command: those before the first argument or flag. */
function namesIn(words: readonly string[]): readonly string[] {
  const end = words.findIndex((word) => !/^[a-z][a-z-]*$/u.test(word));
  return end === -1 ? words : words.slice(0, end);
}

async function ofPulumi(words: readonly string[]): Promise<string[]> {
  const asked = namesIn(words).slice(0, 2);
  const help = await helpOf(["pulumi", ...asked], () => pulumiHelp(asked));
  const usages = [...help.matchAll(/^ {2}pulumi ?(?<usage>.*)$/gmu)].map(({ groups }) => groups?.["usage"] ?? "");
  const path = namesIn((usages[0] ?? "").split(" "));
  const aliases = /^Aliases:\n {2}(?<names>.*)$/mu.exec(help)?.groups?.["names"]?.split(", ") ?? [];
  const isNamed = path.every((word, index) => word === words[index] || aliases.includes(words[index] ?? ""));
  if (!isNamed || (path.length === 0 && asked.length > 0)) return ["no such command"];
  const takesMore = usages.some((usage) => /[[<](?!flags|command)/u.test(usage));
  const strays = takesMore ? [] : namesIn(words).slice(path.length);
  const tokens = words.filter((word) => word.startsWith("orgform:"));
  const ofFunctions = tokens.flatMap(flagsOfFunction);
  const flags = words.filter(isFlag).map(nameOf);
  return [
    ...strays.map((word) => `${word} is no command`),
    ...flags.filter((flag) => !ofFunctions.includes(flag) && !new RegExp(`${flag}\\b`, "u").test(help)),
    // The engine takes a path without a dot in front for the address of a repository.
    ...words.filter((word) => word.startsWith("node_modules/")),
    ...tokens.filter((token) => !isToken(token, path[0] === "config")),
  ];
}

/** A name of ours in a command of Pulumi: a setting, else a resource or function. */
function isToken(token: string, isSetting: boolean): boolean {
  const [, ...parts] = token.split(":");
  const name = parts.at(-1) ?? "";
  if (isSetting) return Object.hasOwn(PULUMI_SCHEMA.config.variables, name);
  const full = parts.length === 1 ? `orgform:index:${name}` : token;
  return Object.hasOwn(PULUMI_SCHEMA.resources, full) || Object.hasOwn(PULUMI_SCHEMA.functions, full);
}

/** The flags that `pulumi do` makes of the arguments of a function. */
function flagsOfFunction(token: string): string[] {
  const [, ...parts] = token.split(":");
  const full = parts.length === 1 ? `orgform:index:${parts[0]}` : token;
  return Object.keys(PULUMI_SCHEMA.functions[full]?.inputs?.properties ?? {}).map((name) => `--${kebabName(name)}`);
}

/** Commands that only engines newer than the available one have. */
const NEWER = /^(?:query|-invoke)$/u;

function askTerraform(words: readonly string[]): Promise<string> {
  return printed(programOfEngine("terraform"), [...words, "-help"], { TF_CLI_CONFIG_FILE: "" });
}

async function ofTerraform(words: readonly string[]): Promise<string[]> {
  const asked = words.slice(0, words[0] === "state" ? 2 : 1);
  const isNewer = words.some((word) => NEWER.test(nameOf(word)));
  // An apply accepts the flags of a plan, but its help doesn't list them.
  const further = asked[0] === "apply" ? ["plan"] : [];
  const helps = [asked, further].map((names) => helpOf(["terraform", ...names], () => askTerraform(names)));
  const help = isNewer ? "" : (await Promise.all(helps)).join("\n");
  const types = served.map(typeNameOf);
  return [
    ...(isNewer || help.includes(`terraform [global options] ${asked.join(" ")}`) ? [] : ["no such command"]),
    ...words.filter((word) => !isNewer && isFlag(word) && !new RegExp(`${nameOf(word)}\\b`, "u").test(help)),
    ...words.flatMap((word) => word.match(/orgform_\w+/gu) ?? []).filter((type) => !types.includes(type)),
  ];
}
