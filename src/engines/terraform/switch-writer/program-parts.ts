import * as z from "zod";

import type { NewFile, ProgramEdit } from "../../engine.ts";
import { UUID } from "../../../model/identity.ts";
import { type BlockLines, blockLines } from "../provider/configuration/block-lines.ts";
import { type ProgramFile } from "../provider/configuration/configuration.ts";
import { withComment } from "./code-text.ts";
import { type Change, changed, type Translated } from "./references.ts";
import type { StoredBlock } from "./stored-values.ts";

/** A state in the engines' own form. */
export const stateSchema = z.looseObject({
  version: z.literal(4),
  resources: z.array(
    z.looseObject({
      module: z.string().optional(),
      mode: z.string(),
      type: z.string(),
      name: z.string(),
      /** The configuration of the provider, as an address. */
      provider: z.string().default(""),
      instances: z
        .array(
          z.looseObject({
            index_key: z.union([z.string(), z.number()]).optional(),
            attributes: z.record(z.string(), z.unknown()).nullable().default({}),
            deposed: z.string().optional(),
          }),
        )
        // A deposed instance was replaced, and only waits for deletion.
        .transform((all) => all.filter(({ deposed = "" }) => deposed === "")),
    }),
  ),
});

/** Collects manual steps. */
export interface Notes {
  readonly edits: ProgramEdit[];
  readonly open: string[];
}

/** The folder of a file of a program. */
export const folderOf = (file: string): string => (file.includes("/") ? file.slice(0, file.lastIndexOf("/")) : ".");

/** A new file of a folder, under an unused name. */
export function newFile(
  folder: string,
  name: string,
  { text, files }: { text: string; files: readonly ProgramFile[] },
): NewFile {
  const at = (file: string): string => (folder === "." ? file : `${folder}/${file}`);
  const isTaken = files.some(({ file }) => file === at(name));
  const free = isTaken ? `orgform_switch_${name.replace("orgform", "resources")}` : name;
  const own = folder === "." ? free : `${folder.replaceAll("../", "").replaceAll("/", "__")}.tf`;
  return { name: own, place: at(free), text };
}

/** A block of a resource with its file. */
export interface PlacedBlock extends BlockLines {
  readonly file: string;
  readonly text: string;
}

/** Settings that are fields of a project in Orgform. @source PostHog/terraform-provider-posthog, internal/resource/project_settings.go */
export const PROJECT_FIELDS: ReadonlySet<string> = new Set([
  "heatmaps_opt_in",
  "autocapture_exceptions_opt_in",
  "session_recording_opt_in",
  "surveys_opt_in",
  "autocapture_web_vitals_opt_in",
  "cookieless_server_hash_mode",
  "app_urls",
  "recording_domains",
  "capture_performance_opt_in",
  "anonymize_ips",
  "test_account_filters_default_checked",
]);

/** The resource blocks in HCL. */
export const placedBlocks = (files: readonly ProgramFile[]): PlacedBlock[] =>
  files
    .filter(({ file }) => !file.endsWith(".json"))
    .flatMap(({ file, text }) => blockLines(text).map((block) => ({ ...block, file, text })));

/** The UUID of the only organization of these objects; undefined if the state has none or several. */
export function organizationIn(stored: readonly StoredBlock[]): string | undefined {
  const ids = stored.flatMap(({ instances }) => instances.map(({ attributes }) => attributes?.["organization_id"]));
  const [only, ...others] = new Set(ids.map(String).filter((id) => UUID.test(id)));
  return others.length > 0 ? undefined : only;
}

/** Lines of a text. */
export const linesIn = (text: string, { first, last }: { readonly first: number; readonly last: number }): string =>
  text
    .split("\n")
    .slice(first - 1, last)
    .join("\n");

/** The expression of an argument on lines of its own, and the comment after it. */
export function argumentIn(
  text: string,
  argument: string,
  lines: { readonly first: number; readonly last: number },
): { readonly code: string; readonly comment: string } | undefined {
  const written = linesIn(text, lines).trim();
  const start = /^[\p{L}_][\p{L}\p{Nd}_-]*\s*=\s*/u.exec(written);
  return start === null || !written.startsWith(argument) ? undefined : withComment(written.slice(start[0].length));
}

/** The expression alone. */
export const expressionIn = (...place: Parameters<typeof argumentIn>): string | undefined => argumentIn(...place)?.code;

/** Notes blocks in a block, such as `lifecycle`. */
export function noteNested({ file, type, name, nested }: PlacedBlock, open: string[]): void {
  for (const { keyword, lines } of nested) {
    open.push(`${file}:${lines.first}: ${type}.${name}: its block ${keyword} is not translated.`);
  }
}

/** Lines to skip. */
export interface SkippedLines {
  readonly file: string;
  readonly lines: { readonly first: number; readonly last: number };
}

/** Notes references from outside to blocks that move. */
export function noteReferences(
  files: readonly ProgramFile[],
  passed: readonly SkippedLines[],
  { edits, open: gaps }: Notes,
  translate: (text: string) => Translated,
): void {
  for (const { file, text } of files.filter((one) => !one.file.endsWith(".json"))) {
    const own = passed.filter((one) => one.file === file);
    const isOutside = (at: number): boolean =>
      !own.some(({ lines }) => lines.first <= lineAt(text, at) && lineAt(text, at) <= lines.last);
    const { changes, open } = translate(text);
    for (const { at, words } of open) if (isOutside(at)) gaps.push(`${file}:${lineAt(text, at)}: ${words}.`);
    for (const piece of byLines(
      text,
      changes.filter(({ from }) => isOutside(from)),
    )) {
      const { first, last, text: next } = piece;
      const lines = first === last ? `${first}` : `${first}-${last}`;
      edits.push({ file, first, last, text: next, words: `${file}:${lines}: write \`${next.trim()}\`.` });
    }
  }
}

const lineAt = (text: string, at: number): number => text.slice(0, at).split("\n").length;

/** Whole lines with their changes. Lines that one reference spans stay together. */
function byLines(text: string, changes: readonly Change[]): { first: number; last: number; text: string }[] {
  const groups: { first: number; last: number; changes: Change[] }[] = [];
  for (const change of changes) {
    const [first, last] = [lineAt(text, change.from), lineAt(text, change.to)];
    const before = groups.at(-1);
    if (before !== undefined && first <= before.last) {
      before.changes.push(change);
      before.last = Math.max(before.last, last);
    } else groups.push({ first, last, changes: [change] });
  }
  return groups.map(({ first, last, changes: own }) => {
    const start =
      text
        .split("\n")
        .slice(0, first - 1)
        .join("\n").length + (first === 1 ? 0 : 1);
    const moved = own.map(({ from, to, text: next }) => ({ from: from - start, to: to - start, text: next }));
    return { first, last, text: changed(linesIn(text, { first, last }), moved) };
  });
}
