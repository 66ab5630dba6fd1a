/** How gravely a finding counts, the gravest first. */
export const SEVERITIES = ["error", "warning", "note"] as const;

export type Severity = (typeof SEVERITIES)[number];

/** What can be found: three kinds of drift, and what a rule of a policy says. */
export const FINDING_KINDS = ["changed", "missing", "unmanaged", "policy"] as const;

export type FindingKind = (typeof FINDING_KINDS)[number];

/** Who changed an object last, as the service's activity log tells. */
export interface ChangedBy {
  readonly name: string;
  /** UTC, RFC 3339. */
  readonly at: string;
  /** What the program by which it was done calls itself; undefined where the service doesn't know it. */
  readonly client?: string | undefined;
}

/** One thing that isn't as code or a policy says. Of a secret, the sides are words for it and no values. */
export interface Finding {
  readonly type: "finding";
  readonly kind: FindingKind;
  readonly severity: Severity;
  /** Name of the resource: `Domain`. */
  readonly resource: string;
  readonly id: string;
  /** What the program or people call the object. */
  readonly name: string;
  /** Path of the property; of drift, for changed objects alone. */
  readonly field?: string | undefined;
  /** ID of the rule; of a policy alone. */
  readonly rule?: string | undefined;
  readonly expected?: string | undefined;
  readonly found?: string | undefined;
  /** Null where the service's log doesn't show it; undefined where there is no log, or the key can't read it. */
  readonly by?: ChangedBy | null | undefined;
}

/** Something of which a look couldn't tell. What it covers stays as the last look left it. */
export interface Gap {
  readonly type: "gap";
  readonly source: "drift" | "policy";
  readonly severity: Severity;
  /** Undefined where nothing of the source could be told. */
  readonly resource?: string | undefined;
  /** Undefined where a whole list couldn't be read. */
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly field?: string | undefined;
  readonly rule?: string | undefined;
  /** Covers every object of which the ID is this, or begins with it and a slash: those of an organization. */
  readonly within?: string | undefined;
  /** What went wrong and what to do. */
  readonly reason: string;
  /** Whether nobody is told of it: the service never tells it, or not this key. */
  readonly isSilent: boolean;
}

/** What a watcher keeps apart from everything else: told, counted, and plotted by its key. */
export type Subject = Finding | Gap;

/** What makes a subject the same in two looks: object, field, and kind; of a policy, rule, object, and field. */
export function keyOf(subject: Subject): string {
  const { resource = "", id = "", field = "", rule = "" } = subject;
  const kind = subject.type === "gap" ? `gap ${subject.source}` : subject.kind;
  return JSON.stringify([kind, resource, id, field, rule]);
}

/** Whether a gap leaves open what became of a finding. */
export function covers(gap: Gap, finding: Finding): boolean {
  if ((gap.source === "policy") !== (finding.kind === "policy")) return false;
  if (gap.source === "policy") return isAnyOr(gap.rule, finding.rule) && isAnyOr(gap.id, finding.id);
  if (gap.within !== undefined) return finding.id === gap.within || finding.id.startsWith(`${gap.within}/`);
  if (gap.resource === undefined) return true;
  if (gap.resource !== finding.resource) return false;
  // Objects that code declares are read one by one; only those that it doesn't are found by their list.
  if (gap.id === undefined) return finding.kind === "unmanaged";
  return gap.id === finding.id && isAnyOr(gap.field, finding.field);
}

const isAnyOr = (wanted: string | undefined, found: string | undefined): boolean =>
  wanted === undefined || wanted === found;

/** Whether a gap says nothing that another, wider one doesn't say. */
export function isWithin(gap: Gap, wider: Gap): boolean {
  return gap.source === wider.source && wider.resource === undefined && wider.rule === undefined && !wider.isSilent;
}

/** One look at an organization. */
export interface Look {
  /** When it ended, milliseconds since 1970. */
  readonly atMs: number;
  /** What tells one version of the stack's state from another; undefined where the engine tells none. */
  readonly revision?: string | undefined;
  readonly findings: readonly Finding[];
  readonly gaps: readonly Gap[];
}
