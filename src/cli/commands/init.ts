import { existsSync, realpathSync } from "node:fs";
import { basename, delimiter, join, resolve } from "node:path";
import process from "node:process";
import { kebabCase, wordsOf } from "../../adopt/names.ts";
import { shellWord } from "../../adopt/shell-word.ts";
import { executableHere } from "../../app/executable.ts";
import { CliCommand } from "../command.ts";
import { type FlagValues, readChoice, readText } from "../flag-values.ts";
import { AGENT_FILES, INSTALL_FOR_AGENTS, TO_ADD } from "../init/agent-files.ts";
import { LANGUAGE_NAMES, LEFT_OUT, type Project, projectOf, TARGETS, type Wanted } from "../init/project.ts";
import { USUAL_PORT } from "../init/sandbox-place.ts";
import type { ExecutableWords } from "../init/steps.ts";
import { TERRAFORM_PROGRAMS } from "../init/terraform-steps.ts";
import { packageManifest, pageAddress } from "../package-manifest.ts";
import { platformHere } from "../platform.ts";
import { UsageError } from "../usage-error.ts";
import { refuseNonEmpty } from "../write-folder.ts";
import { writeNewFiles } from "../write-files.ts";

const DESCRIPTION =
  "Writes a small project that runs immediately against the sandbox: an organization with an email domain.\n" +
  "FOLDER is empty or doesn't exist yet. Default: this folder. Never overwrites a file.\n" +
  "With only --agents, writes instructions for coding agents. FOLDER can then contain other files.";

const after = (): string => `
It prints the next commands, which are also in README.md in the folder. For Go, Java, and C#, build
the classes first: see ${pageAddress("guides/languages")}.
Exit code 0: the project was written; 1: it wasn't.`;

/** `orgform init`: writes a project to begin with. */
export function initCommand(): CliCommand {
  return new CliCommand("init")
    .usage(`--for ${TARGETS.join("|")} [FOLDER] [flags]\n       orgform init --agents [FOLDER]`)
    .description(DESCRIPTION)
    .choice("--for <WORD>", `Engine of the project: ${TARGETS.join(", ")}.`, TARGETS)
    .choice("--language <WORD>", `With pulumi: ${LANGUAGE_NAMES.join(", ")}. Default typescript.`, LANGUAGE_NAMES)
    .choice("--engine <WORD>", "With terraform and cdk: terraform or tofu. Default terraform.", TERRAFORM_PROGRAMS)
    .option("--agents", "Also write SKILL.md, AGENTS.md, and .mcp.json for coding agents. Existing ones stay.")
    .option("--port <N>", `Port of the sandbox. Default ${USUAL_PORT}.`)
    .addHelpText("after", after)
    .takes((flags, words) => Promise.resolve(runInit(flags, words)));
}

function runInit(flags: FlagValues, [folder = ".", ...more]: readonly string[]): number {
  if (more.length > 0)
    throw new UsageError(`Expected one folder, got ${more.length + 1}: ${[folder, ...more].join(" ")}.`);
  const isForAgents = flags["agents"] === true;
  if (isForAgents && flags["for"] === undefined) return writeAgentFiles(flags, folder);
  const place = { version: packageManifest().version, platform: platformHere(), executable: executableWords() };
  const project = projectOf(wantedBy(flags, folder), place);
  // A repository that was just made is as good as empty.
  refuseNonEmpty(folder, [".git"]);
  writeNewFiles(folder, isForAgents ? { ...project.files, ...AGENT_FILES } : project.files);
  process.stdout.write(reportOf(project, folder));
  if (isForAgents) process.stdout.write(agentsReport(Object.keys(AGENT_FILES), folder));
  return 0;
}

/** Adds files to a folder; existing files stay, and a person adds the content to them. */
function writeAgentFiles(flags: FlagValues, folder: string): number {
  const stray = ["language", "engine", "port"].find((name) => flags[name] !== undefined);
  if (stray !== undefined) throw new UsageError(`--${stray} is for a project. Add --for, or leave out --${stray}.`);
  const paths = Object.keys(AGENT_FILES) as (keyof typeof AGENT_FILES)[]; // -- the keys of the literal
  const there = paths.filter((path) => existsSync(join(folder, path)));
  const missing = paths.filter((path) => !there.includes(path));
  writeNewFiles(folder, Object.fromEntries(missing.map((path) => [path, AGENT_FILES[path]])));
  const stays = there.map((path) => `${path} exists and stays unchanged; ${TO_ADD[path]}\n`);
  process.stdout.write([...stays, agentsReport(missing, folder)].join(""));
  return 0;
}

function agentsReport(written: readonly string[], folder: string): string {
  const what =
    written.length === 0
      ? "Nothing was written."
      : `Wrote files for coding agents to ${folder}: ${written.join(", ")}.`;
  return `\n${what}\n\nWithout the server that .mcp.json starts, agents use the commands. Install the server, and the pages that agents read:\n\n  ${INSTALL_FOR_AGENTS}\n`;
}

function wantedBy(flags: FlagValues, folder: string): Wanted {
  const target = readChoice("for", flags["for"], TARGETS);
  if (target === undefined)
    throw new UsageError(`The engine of the project is missing. Use --for ${TARGETS.join(", ")}.`);
  const leftOut = LEFT_OUT[readText(flags["language"]) ?? ""];
  if (leftOut !== undefined) {
    throw new UsageError(
      `\`orgform init\` can't write a project in ${leftOut}, because you build its classes first: see ${pageAddress("guides/languages")}.`,
    );
  }
  const language = readChoice("language", flags["language"], LANGUAGE_NAMES);
  const program = readChoice("engine", flags["engine"], TERRAFORM_PROGRAMS);
  if (language !== undefined && target !== "pulumi") {
    throw new UsageError(`--language works only with --for pulumi. A project for ${target} has one language.`);
  }
  if (program !== undefined && target === "pulumi") {
    throw new UsageError("--engine works only with --for terraform and --for cdk. A Pulumi program has one engine.");
  }
  return {
    target,
    language: language ?? "typescript",
    program: program ?? "terraform",
    name: nameFor(folder),
    port: portBy(flags),
  };
}

/** Engines take plain letters and digits for the name of a project. */
function nameFor(folder: string): string {
  return kebabCase(wordsOf(basename(resolve(folder))).filter((word) => /^[a-z\d]+$/u.test(word))) || "acme";
}

function portBy(flags: FlagValues): number {
  const text = readText(flags["port"]);
  if (text === undefined) return USUAL_PORT;
  const port = /^[1-9]\d{0,4}$/u.test(text) ? Number(text) : Number.NaN;
  if (!(port <= 65_535)) throw new UsageError(`--port is ${text}; it must be an integer from 1 to 65535.`);
  return port;
}

/** This executable; undefined if npm installed the command. */
function executableWords(): ExecutableWords | undefined {
  const path = executableHere();
  if (path === undefined) return undefined;
  const { PATH: folders = "" } = process.env;
  const onPath = folders
    .split(delimiter)
    .map((folder) => join(folder, "orgform"))
    .find((file) => existsSync(file));
  const isOnPath = onPath !== undefined && realpathSync(onPath) === realpathSync(path);
  return { command: isOnPath ? "orgform" : shellWord(path), path: shellWord(path) };
}

function reportOf({ title, files, sections }: Project, folder: string): string {
  const enter = folder === "." ? [] : [`cd ${shellWord(folder)}`];
  return [
    `Wrote ${title} to ${folder}: ${Object.keys(files).join(", ")}.`,
    ...sections(enter).map(({ words, lines }) => `\n${words}\n\n${lines.map((line) => `  ${line}`).join("\n")}`),
    "",
  ].join("\n");
}
