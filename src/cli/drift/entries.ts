import type { ElsewhereObject, LastChange, Unchecked } from "../../driver/driver.ts";
import type { DriftReport } from "../../app/drift/drift-report.ts";
import { servedNamed } from "../../app/served.ts";
import type { EngineName } from "../../engines/engine.ts";
import { engineNamed } from "../../engines/index.ts";
import type { Spelling } from "../../model/messages.ts";
import { shownSide } from "./report.ts";

/** The kinds of statements about an object, the most certain first. */
export const ENTRY_KINDS = ["changed", "missing", "unmanaged", "unchecked"] as const;

/** One of them. */
export type EntryKind = (typeof ENTRY_KINDS)[number];

/** The meaning of each kind, for people. */
export const KIND_WORDS: Readonly<Record<EntryKind, { readonly title: string; readonly meaning: string }>> = {
  changed: { title: "Changed", meaning: "The object differs from the state." },
  missing: { title: "Missing", meaning: "The state has the object, but the service has deleted it." },
  unmanaged: { title: "Unmanaged", meaning: "The object exists, but isn't in the state." },
  unchecked: { title: "Not checked", meaning: "Unknown: the key can't read the object, or a read failed." },
};

/** One object of a report, in a form that every format can show. */
export interface Entry {
  readonly kind: EntryKind;
  readonly resource: string;
  /** The object's name in the program, or else its name at the service. */
  readonly name: string;
  readonly id?: string | undefined;
  /** Property by property; only for a changed object. */
  readonly properties: readonly { readonly path: string; readonly expected: string; readonly found: string }[];
  /** Further sentences: why, who and when. */
  readonly notes: readonly string[];
}

/**
 * Everything in a report that differs from the expectation.
 *
 * @param names - spelled as in programs of its engine, or as in the model if reports of several engines are combined
 */
export function entriesOf(report: DriftReport<EngineName>, names: "engine" | "model" = "engine"): Entry[] {
  const engine = names === "engine" ? report.engine : undefined;
  const entry = (kind: EntryKind, resource: string, name: string, further: Partial<Entry>): Entry => ({
    kind,
    resource: typeIn(engine, oneLine(resource)),
    name: oneLine(name),
    properties: [],
    notes: [],
    ...further,
  });
  return [
    ...report.changed.map(({ resource, address, id, properties, notes, lastChange }) =>
      entry("changed", resource, address, {
        id: oneLine(id),
        properties: properties.map((property) => ({
          path: fieldIn(engine, resource, oneLine(property.path)),
          expected: shownSide(property, "expected"),
          found: shownSide(property, "found"),
        })),
        notes: [...notes.map(sentences), ...whoAndWhen(lastChange, report)],
      }),
    ),
    ...report.missing.map(({ resource, address, id, lastChange }) =>
      entry("missing", resource, address, { id: oneLine(id), notes: whoAndWhen(lastChange, report) }),
    ),
    ...report.unmanaged.map(({ resource, name, id, importLine }) =>
      entry("unmanaged", resource, name, { id: oneLine(id), notes: [`Import it: ${oneLine(importLine)}`] }),
    ),
    ...sameReasons(report.unchecked).map(([first, ...others]) => {
      const { resource, address, id, reason } = first;
      if (others.length > 0) {
        return entry("unchecked", "Orgform", `${others.length + 1} objects and lists`, { notes: [sentences(reason)] });
      }
      return entry("unchecked", resource, address ?? "the whole list", {
        ...(id === undefined ? {} : { id: oneLine(id) }),
        notes: [sentences(reason)],
      });
    }),
  ];
}

/** A resource in the spelling of the engine's types; unchanged if it isn't one. */
function typeIn(engine: EngineName | undefined, resource: string): string {
  return spellingIn(engine, resource)?.type?.(resource) ?? resource;
}

/** A property as the programs of the engine write it. */
function fieldIn(engine: EngineName | undefined, resource: string, path: string): string {
  return spellingIn(engine, resource)?.field(path) ?? path;
}

function spellingIn(engine: EngineName | undefined, resource: string): Spelling | undefined {
  const definition = servedNamed(resource);
  return definition === undefined || engine === undefined
    ? undefined
    : engineNamed(engine).programWriter.spelling(definition);
}

/** Objects that can't be checked for the same reason share an entry. */
function sameReasons(unchecked: DriftReport["unchecked"]): [Unchecked, ...Unchecked[]][] {
  const groups = new Map<string, [Unchecked, ...Unchecked[]]>();
  for (const one of unchecked) {
    const group = groups.get(one.reason);
    if (group === undefined) groups.set(one.reason, [one]);
    else group.push(one);
  }
  return [...groups.values()];
}

/** A part after the entries: it isn't drift, but readers of the report might look for it. */
export interface Supplement {
  readonly title: string;
  readonly meaning: string;
  /** A sentence for each object. */
  readonly lines: readonly string[];
}

/**
 * The parts that couldn't be compared or read, that needn't be declared, and that the service has retired, without
 * empty parts.
 */
export function supplementsOf({
  engine,
  notCompared,
  implied,
  elsewhere,
  retired,
  unlisted,
}: DriftReport<EngineName>): Supplement[] {
  const asides = [
    {
      title: "Not compared",
      meaning: "Values that are encrypted in state, or that the service never shows.",
      lines: notCompared.map(({ resource, address, properties }) =>
        oneLine(
          `${typeIn(engine, resource)} ${address}: ${properties.map((path) => fieldIn(engine, resource, path)).join(", ")}`,
        ),
      ),
    },
    {
      title: "Created by the service, not counted",
      meaning: "Objects that come with a declared one, and the key's own account.",
      lines: implied.map(({ resource, name, reason }) => oneLine(`${typeIn(engine, resource)} ${name}: ${reason}`)),
    },
    {
      title: "Managed elsewhere, not counted",
      meaning: "Objects of another provider or another state.",
      lines: elsewhere.map(({ resource, name, ...who }) =>
        oneLine(`${typeIn(engine, resource)} ${name}: ${elsewhereWords(who)}`),
      ),
    },
    {
      title: "Gone from the service, kept in state",
      meaning: "Objects of a kind that the service no longer has.",
      lines: retired.map(({ resource, address, reason }) =>
        oneLine(`${typeIn(engine, resource)} ${address}: ${reason}`),
      ),
    },
    {
      title: "Perhaps incomplete",
      meaning: "Unmanaged objects that the service doesn't list, or doesn't list for this key.",
      lines: unlisted.map(({ what, reason }) => oneLine(`${what}: ${reason}`)),
    },
  ];
  return asides.filter(({ lines }) => lines.length > 0);
}

/** The program that manages an object, and its location. */
export function elsewhereWords({ by, address, file }: Pick<ElsewhereObject, "by" | "address" | "file">): string {
  return `managed by ${by} as ${address}, in ${file ?? "the same state"}`;
}

function whoAndWhen(last: LastChange | null | undefined, { checkedAt }: Pick<DriftReport, "checkedAt">): string[] {
  if (last === undefined) return [];
  if (last === null) return ["The newest entries of the service's activity log don't show who changed it."];
  const { by, at, client } = last;
  const ago = agoWords(at, checkedAt);
  const when = ago === undefined ? `at ${at}` : `${ago}, at ${at}`;
  return [oneLine(`Last changed by ${by} ${when}${client === undefined ? "" : `, with the client ${client}`}.`)];
}

/** Text of others on one line: a line break or control character of theirs must not shape what we print. */
export function oneLine(text: string): string {
  return text.replaceAll(/\s*[\r\n]\s*/gu, " ").replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\u2028\u2029]/gu, "\uFFFD");
}

/** Lines of a message one after the other, each with an end. */
function sentences(text: string): string {
  return oneLine(
    text.trim().replaceAll(/([.:!?])?[ \t]*[\r\n]\s*/gu, (_break, end: string | undefined) => `${end ?? "."} `),
  );
}

const UNITS = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
] as const;

const WORDS = new Intl.RelativeTimeFormat("en");

/** How long before a moment something was, such as "2 hours ago"; undefined if it wasn't before it. Both RFC 3339. */
export function agoWords(at: string, now: string): string | undefined {
  const elapsedMs = Date.parse(now) - Date.parse(at);
  if (!(elapsedMs >= 0)) return undefined;
  const unit = UNITS.find(([, lengthMs]) => elapsedMs >= lengthMs);
  if (unit === undefined) return "less than a minute ago";
  const [name, lengthMs] = unit;
  return WORDS.format(-Math.floor(elapsedMs / lengthMs), name);
}
