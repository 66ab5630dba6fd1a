import { entriesOf, type Entry, type EntryKind, oneLine } from "../../drift/entries.ts";
import type { DriftReport, Outcome } from "../../../app/drift/drift-report.ts";
import type { EngineName } from "../../../engines/engine.ts";

/** Version of the JSON form of the roll-up; raised when a field goes away or means something else. */
const ROLL_UP_VERSION = 1;

/** The result of comparing one organization: a report, or the reason why there is none. */
export interface Look {
  readonly name: string;
  readonly template: string;
  readonly outcome: Outcome;
  /** Why it could not be looked at. */
  readonly reason?: string | undefined;
  readonly report?: DriftReport<EngineName> | undefined;
}

/** One kind of difference, wherever in the fleet it is. */
export interface KindOfDifference {
  readonly kind: EntryKind;
  readonly resource: string;
  /** Of changed objects: which properties. */
  readonly properties: readonly string[];
  readonly objects: number;
  /** Names of the organizations. */
  readonly organizations: readonly string[];
}

/** How the organizations of a fleet differ from their states; its JSON is documented in docs/fleet-drift-report.md. */
export interface FleetDrift {
  readonly schemaVersion: typeof ROLL_UP_VERSION;
  readonly outcome: Outcome;
  /** When the last look ended, UTC, RFC 3339. */
  readonly checkedAt: string;
  /** Organizations that were to be looked at. */
  readonly looked: number;
  readonly clean: number;
  /** The most frequent first. */
  readonly kinds: readonly KindOfDifference[];
  /** Those with findings, in the order of the run. */
  readonly organizations: readonly Look[];
}

/** Joins the drift of all organizations; leaves out those without drift. */
export function rollUp(looks: readonly Look[], checkedAt: string): FleetDrift {
  const organizations = looks.filter(({ outcome }) => outcome !== "clean");
  const worst = (["drift", "unknown"] as const).find((outcome) => organizations.some((one) => one.outcome === outcome));
  return {
    schemaVersion: ROLL_UP_VERSION,
    outcome: worst ?? "clean",
    checkedAt,
    looked: looks.length,
    clean: looks.length - organizations.length,
    kinds: kindsIn(organizations),
    organizations,
  };
}

/** The statements about an organization; one that couldn't be compared is an entry. */
export function entriesOfLook({ name, reason, report }: Look): Entry[] {
  const unlooked: Entry[] =
    reason === undefined
      ? []
      : [
          {
            kind: "unchecked",
            resource: "Organization",
            name,
            properties: [],
            notes: reason
              .trim()
              .split(/\s*\n\s*/u)
              .map(oneLine),
          },
        ];
  return [...unlooked, ...(report === undefined ? [] : entriesOf(report, "model"))];
}

/** The roll-up in a few words: "3 changed, 1 missing in 2 of 100 organizations". */
export function summaryOf({ organizations, looked }: FleetDrift): string {
  const entries = organizations.flatMap(entriesOfLook);
  const words = { changed: "changed", missing: "missing", unmanaged: "unmanaged", unchecked: "not checked" } as const;
  const counts = Object.entries(words).flatMap(([kind, word]) => {
    const number = entries.filter((entry) => entry.kind === kind).length;
    return number === 0 ? [] : [`${number} ${word}`];
  });
  const all = `${looked} organization${looked === 1 ? "" : "s"}`;
  return counts.length === 0 ? `no drift in ${all}` : `${counts.join(", ")} in ${organizations.length} of ${all}`;
}

/** A kind of difference in words: "Role: featureFlagsAccessLevel". */
export const titleOfKind = ({ resource, properties }: KindOfDifference): string =>
  properties.length === 0 ? resource : `${resource}: ${properties.join(", ")}`;

/** How often and where. */
export const extentOfKind = ({ objects, organizations }: KindOfDifference): string =>
  `${objects} in ${organizations.join(", ")}`;

function kindsIn(looks: readonly Look[]): KindOfDifference[] {
  const found = new Map<string, KindOfDifference>();
  for (const look of looks) {
    for (const { kind, resource, properties: changed } of entriesOfLook(look)) {
      const properties = changed.map(({ path }) => path).toSorted();
      const key = JSON.stringify([kind, resource, properties]);
      const before = found.get(key) ?? { kind, resource, properties, objects: 0, organizations: [] };
      const organizations = [...new Set([...before.organizations, look.name])];
      found.set(key, { ...before, objects: before.objects + 1, organizations });
    }
  }
  return [...found.values()].toSorted((one, other) => other.objects - one.objects);
}
