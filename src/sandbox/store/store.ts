import type { CounterSource } from "../identifiers.ts";
import type { DataFile } from "./data-file.ts";
import { type Rows, TABLE_NAMES } from "./rows.ts";
import { type Change, Table } from "./table.ts";

/** A full copy of the state as plain JSON. It contains API keys: they are the sandbox's own, never real ones. */
export type Snapshot = { version: 1; tables: { [Name in keyof Rows]: Rows[Name][] } };

/** Tables whose change a later read can miss; accounts and DNS are the sandbox's own business. */
const SERVICE_TABLES: ReadonlySet<string> = new Set(["organizations", "memberships", "projects", "domains"]);

type Tables = { readonly [Name in keyof Rows]: Table<Rows[Name]> };

/**
 * All state of one sandbox, held in memory; with a data file every finished transaction is also on disk
 * before the answer leaves.
 *
 * Invariant: a transaction that throws leaves no trace, in memory or in the file.
 */
export class Store {
  readonly tables: Tables;
  readonly counters: CounterSource;
  private readonly file: DataFile | undefined;
  private pending: Change[] | undefined;
  private lastWrite: readonly Change[] = [];

  constructor(file?: DataFile) {
    this.file = file;
    const record = (change: Change): void => {
      if (this.pending === undefined) throw new Error(`change of ${change.table} outside a transaction`);
      this.pending.push(change);
    };
    this.tables = {
      users: new Table("users", record),
      keys: new Table("keys", record),
      organizations: new Table("organizations", record),
      memberships: new Table("memberships", record),
      projects: new Table("projects", record),
      domains: new Table("domains", record),
      media: new Table("media", record),
      dns: new Table("dns", record),
      singletons: new Table("singletons", record),
    };
    if (file !== undefined) this.load(file.read());
    this.counters = { next: (counter) => this.nextCount(counter) };
  }

  /** Runs `work` as one unit. `isWrite` marks what a stale read steps back over. */
  transaction<Result>(work: () => Result, isWrite = true): Result {
    if (this.pending !== undefined) return work();
    const changes: Change[] = [];
    this.pending = changes;
    try {
      const result = work();
      this.file?.write(changes);
      if (isWrite && changes.some((change) => SERVICE_TABLES.has(change.table))) this.lastWrite = changes;
      return result;
    } catch (error) {
      this.undo(changes);
      throw error;
    } finally {
      this.pending = undefined;
    }
  }

  /** Runs `read` on the state as it was before the last write, then returns to the present. */
  beforeLastWrite<Result>(read: () => Result): Result {
    const present = this.snapshot();
    this.undo(this.lastWrite);
    this.pending = [];
    try {
      return read();
    } finally {
      this.pending = undefined;
      this.load(present.tables);
    }
  }

  snapshot(): Snapshot {
    const tables = Object.fromEntries(TABLE_NAMES.map((name) => [name, this.tables[name].all()]));
    return { version: 1, tables: tables as Snapshot["tables"] };
  }

  /** Replaces everything by a snapshot. */
  restore(snapshot: Snapshot): void {
    const copy = structuredClone(snapshot.tables);
    this.file?.replaceAll(copy);
    this.load(copy);
    this.lastWrite = [];
  }

  close(): void {
    this.file?.close();
  }

  private load(tables: Partial<Snapshot["tables"]>): void {
    for (const name of TABLE_NAMES) (this.tables[name] as Table<{ id: string }>).load(tables[name] ?? []);
  }

  private undo(changes: readonly Change[]): void {
    for (const change of [...changes].reverse()) {
      const table = this.tables[change.table as keyof Rows] as Table<{ id: string }>;
      table.overwrite(change.id, change.before as { id: string } | undefined);
    }
  }

  private nextCount(counter: string): number {
    const row = this.tables.singletons.get(`counter:${counter}`);
    const value = (typeof row?.value === "number" ? row.value : 0) + 1;
    this.tables.singletons.put({ id: `counter:${counter}`, value });
    return value;
  }
}
