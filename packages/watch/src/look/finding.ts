/** The severity of a finding, the highest first. */
export const SEVERITIES = ["error", "warning", "note"] as const;

export type Severity = (typeof SEVERITIES)[number];

/** Kinds of findings: three kinds of drift, and violations of a policy's rules. */
export const FINDING_KINDS = ["changed", "missing", "unmanaged", "policy"] as const;

export type FindingKind = (typeof FINDING_KINDS)[number];

/** Who last changed an object, from the service's activity log. */
export interface ChangedBy {
  readonly name: string;
  /** UTC, RFC 3339. */
  readonly at: string;
  /** Name that the changing program gave itself; undefined if the service doesn't know it. */
  readonly client?: string | undefined;
}

/** One difference from the code or a policy. For a secret, the sides are descriptions and no values. */
export interface Finding {
  readonly type: "finding";
  readonly kind: FindingKind;
  readonly severity: Severity;
  /** Name of the resource: `Domain`. */
  readonly resource: string;
  readonly id: string;
  /** Name of the object in the program, or its name for people. */
  readonly name: string;
  /** Path of the property; for drift, only for changed objects. */
  readonly field?: string | undefined;
  /** ID of the rule; only for a policy. */
  readonly rule?: string | undefined;
  readonly expected?: string | undefined;
  readonly found?: string | undefined;
  /** Null if the service's log doesn't show it; undefined if there is no log, or the key can't read it. */
  readonly by?: ChangedBy | null | undefined;
}

/** Something that a look couldn't check. Everything it covers stays as the last look left it. */
export interface Gap {
  readonly type: "gap";
  readonly source: "drift" | "policy";
  readonly severity: Severity;
  /** Undefined if the look could check nothing of the source. */
  readonly resource?: string | undefined;
  /** Undefined if a whole list couldn't be read. */
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly field?: string | undefined;
  readonly rule?: string | undefined;
  /** Covers every object with this ID, or whose ID begins with it and a slash: the objects of an organization. */
  readonly within?: string | undefined;
  /** The cause and the remedy. */
  readonly reason: string;
  /** Whether nobody is notified of it: the service never shows it, or not to this key. */
  readonly isSilent: boolean;
}

/** A subject: a finding or a gap. A watcher reports, counts, and plots each subject separately, by its key. */
export type Subject = Finding | Gap;

/** What identifies a subject in two looks: object, field, and kind; for a policy, rule, object, and field. */
export function keyOf(subject: Subject): string {
  const { resource = "", id = "", field = "", rule = "" } = subject;
  const kind = subject.type === "gap" ? `gap ${subject.source}` : subject.kind;
  return JSON.stringify([kind, resource, id, field, rule]);
}

/** Whether a gap makes it unclear if a finding still exists. */
export function covers(gap: Gap, finding: Finding): boolean {
  if ((gap.source === "policy") !== (finding.kind === "policy")) return false;
  if (gap.source === "policy") return isAnyOr(gap.rule, finding.rule) && isAnyOr(gap.id, finding.id);
  if (gap.within !== undefined) return finding.id === gap.within || finding.id.startsWith(`${gap.within}/`);
  if (gap.resource === undefined) return true;
  if (gap.resource !== finding.resource) return false;
  // Objects that code declares are read one by one; only other objects are found by their list.
  if (gap.id === undefined) return finding.kind === "unmanaged";
  return gap.id === finding.id && isAnyOr(gap.field, finding.field);
}

const isAnyOr = (wanted: string | undefined, found: string | undefined): boolean =>
  wanted === undefined || wanted === found;

/** Whether another, wider gap includes everything in a gap. */
export function isWithin(gap: Gap, wider: Gap): boolean {
  return gap.source === wider.source && wider.resource === undefined && wider.rule === undefined && !wider.isSilent;
}

/** One look at an organization. */
export interface Look {
  /** When it ended, milliseconds since 1970. */
  readonly atMs: number;
  /** Identifies the version of the stack's state; undefined if the engine provides none. */
  readonly revision?: string | undefined;
  readonly findings: readonly Finding[];
  readonly gaps: readonly Gap[];
}
