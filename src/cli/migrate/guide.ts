import type { Change, Edit, Migration } from "../../migrate/migration.ts";
import type { ProgramSources, SourceLines, WrittenMigration } from "../../engines/engine.ts";
import { IGNORE_FILE } from "../drift/ignore.ts";
import type { RecordedObject } from "../../driver/driver.ts";

/** The parts of a guide. */
export interface GuideOptions {
  readonly written: WrittenMigration;
  readonly sources: ProgramSources;
  /** Name of the migration's folder, below the program's. */
  readonly folder: string;
}

/** Name of the file with the rules of what stays at the service. */
export const IGNORED = "orgformignore";

/** The page with instructions for a person, step by step, without secrets. */
export function guideOf({ changes, unread }: Migration, { written, sources, folder }: GuideOptions): string {
  const made = changes.flatMap((change) => change.made ?? []);
  const leaving = changes.flatMap((change) => change.leaving ?? []);
  const stops = leaving.flatMap(({ stop }) => stop ?? []);
  const decisions = changes.flatMap((change) => change.decisions ?? []);
  const steps = [
    step("Pause the exports that new ones continue", stops.length > 0, [
      "This way, nothing is exported twice.",
      block("bash", stops),
    ]),
    step("Set what only you know", written.fillIn.length > 0, [
      "The new code contains no secrets. Set the values of the old settings.",
      block("bash", written.fillIn),
    ]),
    linesToRemove(changes, sources),
    step("Add the new code", made.length + leaving.length > 0, [written.takeIn]),
    step("Remove objects that stay in the service from the state", leaving.length > 0, [
      written.leave.words,
      list(leaving.map(({ object }) => titleOf(object))),
      ...(written.leave.commands.length === 0 ? [] : [block("bash", written.leave.commands)]),
    ]),
    step("Tell `orgform drift` to ignore them", leaving.length > 0, [
      "It would report objects that no code declares any longer. These rules name the ones that stay on purpose.",
      block("bash", [`cat ${folder}/${IGNORED} >> ${IGNORE_FILE}`]),
    ]),
    step("Preview and apply", true, [written.afterwards, block("bash", [written.preview, written.apply])]),
  ].filter((one) => one.length > 0);
  const sections = [
    "# Migrate to another version of the service",
    "`orgform migrate` wrote this folder. It didn't change the service, the state, or your files.",
    "## What changes",
    list(changes.map(({ finding }) => plain(finding))),
    "## Steps",
    ...steps.flatMap(([title = "", ...rest], index) => [`### ${index + 1}. ${title}`, ...rest]),
    ...(decisions.length === 0 ? [] : ["## Decide", list(decisions.map(plain))]),
    ...(unread.length === 0
      ? []
      : ["## Not checked", list(unread.map(({ what, reason }) => plain(`${what}: ${reason}`)))]),
  ];
  return `${sections.join("\n\n")}\n`;
}

/** A title and its paragraphs; empty if there is nothing to do. */
function step(title: string, isNeeded: boolean, paragraphs: readonly string[]): string[] {
  return isNeeded ? [title, ...paragraphs] : [];
}

function linesToRemove(changes: readonly Change[], sources: ProgramSources): string[] {
  const whole = changes.flatMap((change) => change.leaving ?? []).map(({ object }) => wholeLine(sources, object));
  const edits = changes.flatMap((change) => change.edits ?? []);
  const parts = edits.flatMap((edit) => edit.inputs.map((input) => inputLine(sources, edit, input)));
  return step("Remove lines from your files", whole.length + parts.length > 0, [
    "The numbers refer to the current files, so begin with the last line of a file.",
    list([...whole, ...parts]),
  ]);
}

function titleOf({ resource, address }: RecordedObject): string {
  return `${resource} \`${plain(address)}\``;
}

function wholeLine(sources: ProgramSources, object: RecordedObject): string {
  const found = sources.declarationOf(object);
  if (found !== undefined) return placed(found.file, found.lines, titleOf(object));
  const near = sources.declaredAt(object);
  return near === undefined
    ? `not found: ${titleOf(object)}`
    : `not found, look near \`${near.file}:${near.line}\`: ${titleOf(object)}`;
}

function inputLine(sources: ProgramSources, { object }: Edit, input: string): string {
  const found = sources.declarationOf(object);
  const lines = found?.linesOf(input);
  const what = `\`${input}\` of ${titleOf(object)}`;
  if (found !== undefined && lines !== undefined) return placed(found.file, lines, what);
  return found === undefined
    ? `not found: ${what}`
    : `not found, look near \`${found.file}:${found.lines.first}\`: ${what}`;
}

/** `index.ts:12-18: Domain acme`. */
function placed(file: string, { first, last, isAlone }: SourceLines, what: string): string {
  const lines = first === last ? String(first) : `${first}-${last}`;
  return isAlone ? `\`${file}:${lines}\`: ${what}` : `\`${file}:${lines}\`, a part of the lines: ${what}`;
}

function list(lines: readonly string[]): string {
  return lines.map((line) => `- ${line}`).join("\n");
}

function block(language: string, lines: readonly string[]): string {
  return [`\`\`\`${language}`, ...lines, "```"].join("\n");
}

/** Names and messages of the service on one line, as nothing but text. */
export function plain(text: string): string {
  return text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, " ").replaceAll(/[<>]/gu, " ");
}
