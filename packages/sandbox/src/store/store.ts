import type { CounterSource } from "../identifiers.ts";
import { type Database, openDatabase } from "./database.ts";
import { CORE_TABLES, type Rows } from "./rows.ts";
import { type Change, creationOf, Table, type TableSpec } from "./table.ts";

/** A complete copy of the state as plain JSON. It contains API keys: the sandbox's own, never real ones. */
export type Snapshot = { version: 2; tables: Record<string, { id: string }[]> };

/** Any table's declaration. */
export type AnyTableSpec = TableSpec<{ readonly id: string }>;

type CoreTables = { readonly [Name in keyof Rows]: Table<Rows[Name]> };

/**
 * All state of one sandbox, in one SQLite database; with a data file, every finished transaction is on disk before the
 * response is sent.
 *
 * Invariant: a transaction that throws leaves no trace.
 */
export class Store {
  /** What every family needs: accounts, organizations, projects. */
  readonly tables: CoreTables;
  readonly counters: CounterSource;
  readonly database: Database;
  private readonly all = new Map<string, Table<{ readonly id: string }>>();
  private readonly specs: readonly AnyTableSpec[];
  private pending: Change[] | undefined;
  private hasBegun = false;
  private lastWrite: readonly Change[] = [];

  constructor(path?: string, familyTables: readonly AnyTableSpec[] = []) {
    this.database = openDatabase(path);
    this.specs = [...Object.values<AnyTableSpec>(CORE_TABLES), ...familyTables];
    const record = (change: Change): void => this.record(change);
    this.database.exec(["BEGIN", ...this.specs.map(creationOf), "COMMIT"].join(";\n"));
    for (const spec of this.specs) this.all.set(spec.name, new Table(this.database, spec, record));
    const core = Object.keys(CORE_TABLES).map((name) => [name, this.all.get(name)]);
    this.tables = Object.fromEntries(core) as CoreTables;
    this.counters = { next: (counter) => this.nextCount(counter) };
  }

  /** A family's own table. */
  table<Row extends { readonly id: string }>(spec: TableSpec<Row>): Table<Row> {
    const table = this.all.get(spec.name);
    if (table === undefined) throw new Error(`table ${spec.name} is not registered with its family`);
    return table as Table<{ readonly id: string }> as Table<Row>;
  }

  has(table: string): boolean {
    return this.all.has(table);
  }

  /** Deletes all rows that belong to an organization or a project. */
  deleteWithin(container: "organization" | "project", id: string | number): void {
    for (const spec of this.specs) {
      if (spec.within !== container) continue;
      const table = this.table<{ readonly id: string; readonly organization?: unknown; readonly project?: unknown }>(
        spec,
      );
      table.deleteWhere(container === "organization" ? { organization: id } : { project: id });
    }
  }

  /** Runs `work` as one unit. `isWrite` marks writes that a stale read ignores. */
  transaction<Result>(work: () => Result, isWrite = true): Result {
    if (this.pending !== undefined) return work();
    const changes: Change[] = [];
    this.pending = changes;
    try {
      const result = work();
      if (this.hasBegun) this.database.exec("COMMIT");
      this.hasBegun = false;
      if (isWrite && changes.some((change) => this.isSeenByReads(change))) this.lastWrite = changes;
      return result;
    } finally {
      // Still open only if the work or the commit failed.
      if (this.hasBegun) this.database.exec("ROLLBACK");
      this.hasBegun = false;
      this.pending = undefined;
    }
  }

  /** Runs `read` on the state before the last write, then returns to the present. */
  beforeLastWrite<Result>(read: () => Result): Result {
    this.database.exec("BEGIN");
    this.hasBegun = true;
    this.pending = [];
    try {
      for (const change of [...this.lastWrite].reverse()) {
        this.all.get(change.table)?.overwrite(change.id, change.before);
      }
      return read();
    } finally {
      this.pending = undefined;
      this.hasBegun = false;
      this.database.exec("ROLLBACK");
    }
  }

  /** The state, which nobody can change. */
  snapshot(): Snapshot {
    const tables = Object.fromEntries([...this.all].map(([name, table]) => [name, table.frozen()]));
    return { version: 2, tables };
  }

  /** Replaces everything by a snapshot; a table that the snapshot lacks becomes empty. */
  restore({ tables }: Snapshot): void {
    this.transaction(() => {
      this.begin();
      for (const [name, table] of this.all) table.replaceAll(tables[name] ?? []);
    }, false);
    this.lastWrite = [];
  }

  /** Opens the database's own transaction at the first change, so reads don't need one. */
  begin(): void {
    if (this.pending === undefined) throw new Error("change outside a transaction");
    if (!this.hasBegun) this.database.exec("BEGIN");
    this.hasBegun = true;
  }

  close(): void {
    this.database.close();
  }

  private isSeenByReads(change: Change): boolean {
    return this.specs.find((spec) => spec.name === change.table)?.isOwnBusiness !== true;
  }

  private record(change: Change): void {
    if (this.pending === undefined) throw new Error(`change of ${change.table} outside a transaction`);
    this.begin();
    this.pending.push(change);
  }

  private nextCount(counter: string): number {
    const row = this.tables.singletons.get(`counter:${counter}`);
    const value = (typeof row?.value === "number" ? row.value : 0) + 1;
    this.tables.singletons.put({ id: `counter:${counter}`, value });
    return value;
  }
}
