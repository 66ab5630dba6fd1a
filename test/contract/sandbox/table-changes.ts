import { FAMILY_TABLES } from "../../../packages/sandbox/src/routes/all-routes.ts";
import { CORE_TABLES } from "../../../packages/sandbox/src/store/rows.ts";
import type { AnyTableSpec, Store } from "../../../packages/sandbox/src/store/store.ts";
import { isRecord, sameValue, type Values } from "../../../src/model/json-value.ts";

/** All tables but that of counters, which say how often something was asked. */
const TABLES: readonly AnyTableSpec[] = [...Object.values<AnyTableSpec>(CORE_TABLES), ...FAMILY_TABLES].filter(
  ({ name }) => name !== CORE_TABLES.singletons.name,
);

type Rows = readonly { readonly id: string }[];

/** What the tables of a sandbox hold at a moment, and what changed since. */
export class TableChanges {
  readonly #store: Store;
  readonly #held: ReadonlyMap<string, Rows>;

  constructor(store: Store) {
    this.#store = store;
    this.#held = new Map(TABLES.map((spec) => [spec.name, store.table(spec).all()]));
  }

  /** Of each table, how often it was written. */
  written(): readonly number[] {
    return TABLES.map((spec) => this.#store.table(spec).changes);
  }

  /** By table: added rows, the columns that changed, and how many rows are gone. Only tables written since are looked at. */
  since(written: readonly number[]): Values {
    const changed = TABLES.filter((spec, index) => this.#store.table(spec).changes !== written[index]);
    const found = changed.map((spec) => {
      const changes = rowChanges(this.#held.get(spec.name) ?? [], this.#store.table(spec).all());
      return [spec.name, changes] as const;
    });
    return Object.fromEntries(found.filter(([, changes]) => changes.length > 0));
  }
}

function rowChanges(before: Rows, after: Rows): readonly unknown[] {
  const held = new Map(before.map((row) => [row.id, row]));
  const kept = new Set(after.map(({ id }) => id));
  const gone = [...held.keys()].filter((id) => !kept.has(id)).length;
  const written = after.flatMap((row) => {
    const changed = unlike(held.get(row.id), row);
    return changed === undefined ? [] : [changed];
  });
  return gone === 0 ? written : [...written, `${gone} gone`];
}

/** The parts of a value that differ from another's; undefined if none does. */
export function unlike(other: unknown, value: unknown): unknown {
  if (sameValue(other, value)) return undefined;
  if (Array.isArray(other) && Array.isArray(value) && other.length === value.length) {
    return value.map((part, index): unknown => unlike(other[index], part) ?? "as usual");
  }
  if (!isRecord(other) || !isRecord(value)) return value;
  const lost = Object.keys(other).filter((name) => !(name in value));
  const parts = Object.entries(value).filter(([name, part]) => !sameValue(other[name], part));
  const own = parts.map(([name, part]) => [name, unlike(other[name], part)] as const);
  return Object.fromEntries([...own, ...lost.map((name) => [name, "absent"] as const)]);
}
