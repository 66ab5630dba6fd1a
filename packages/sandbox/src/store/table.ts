import type { Database, SqlValue } from "./database.ts";

/** A row is JSON with an ID; the columns in `indexes` are copied out of it, so searches can use them. */
export type TableSpec<Row extends { readonly id: string }> = {
  readonly name: string;
  /** Columns of each index, leftmost first; only these columns can be searched and ordered by. */
  readonly indexes: readonly (readonly string[])[];
  /** Rows are deleted together with the object whose ID is in the column of this name. */
  readonly within?: "organization" | "project";
  /** Whether later reads of the service can't miss a change of this table. Default: they can. */
  readonly isOwnBusiness?: boolean;
  /** Defaults for rows of an earlier data file or snapshot. */
  readonly lacking?: Partial<Row>;
  /** Carries the type of the rows; never set. */
  readonly row?: Row;
};

/** The old and the new row of a change; an absent side means that the row didn't exist then. */
export type Change = {
  readonly table: string;
  readonly id: string;
  readonly before: { readonly id: string } | undefined;
  readonly after: { readonly id: string } | undefined;
};

/** Required values of columns; a list means any of them. */
export type Match<Row> = { readonly [Column in keyof Row]?: Row[Column] };

/** Selects and orders the matching rows; default all, in insertion order. */
export type Range = { readonly order?: string; readonly limit?: number | undefined; readonly offset?: number };

/** Declares a table. Gets and pages go through an index, so their cost doesn't grow with the number of rows. */
export function defineTable<Row extends { readonly id: string }>(
  name: string,
  options: Omit<TableSpec<Row>, "name" | "row" | "indexes"> & {
    readonly indexes: readonly (readonly (keyof Row & string)[])[];
  },
): TableSpec<Row> {
  return { name, ...options };
}

/** The statements that create a table with its indexes, where they don't exist yet. */
export function creationOf(spec: Pick<TableSpec<never>, "name" | "indexes">): string {
  const columns = ["seq INTEGER PRIMARY KEY AUTOINCREMENT", "id TEXT NOT NULL UNIQUE", "json TEXT NOT NULL"];
  const table = `CREATE TABLE IF NOT EXISTS t_${spec.name} (${[...columns, ...columnsOf(spec).map(quoted)].join(", ")})`;
  const indexes = spec.indexes.map((index) => {
    const parts = [...index.map(quoted), "seq"].join(", ");
    return `CREATE INDEX IF NOT EXISTS i_${spec.name}_${index.join("_")} ON t_${spec.name} (${parts})`;
  });
  return [table, ...indexes].join(";\n");
}

/** Rows of one kind; every change goes through the recorder that it was created with. */
export class Table<Row extends { readonly id: string }> {
  readonly name: string;
  /** For a family's own statements: `"t_" + name`, with columns `seq`, `id`, `json`, and the indexed ones. */
  readonly sqlName: string;
  private readonly database: Database;
  private readonly record: (change: Change) => void;
  private readonly columns: readonly string[];
  private readonly lacking: Partial<Row> | undefined;
  private readonly upsert: string;
  /** The rows of a snapshot, and how many changes the table had seen when it held just these. */
  private held: { readonly rows: WeakRef<Row[]>; readonly changes: number } | undefined;

  constructor(database: Database, spec: TableSpec<Row>, record: (change: Change) => void) {
    this.database = database;
    this.record = record;
    this.name = spec.name;
    this.lacking = spec.lacking;
    this.sqlName = `t_${spec.name}`;
    this.columns = columnsOf(spec);
    const names = ["id", "json", ...this.columns].map(quoted);
    const updates = names.slice(1).map((name) => `${name} = excluded.${name}`);
    this.upsert =
      `INSERT INTO ${this.sqlName} (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")}) ` +
      `ON CONFLICT (id) DO UPDATE SET ${updates.join(", ")}`;
  }

  get(id: string): Row | undefined {
    const found = this.database.one(`SELECT json FROM ${this.sqlName} WHERE id = ?`, id);
    return found === undefined ? undefined : this.rowOf(found["json"]);
  }

  /** All rows in insertion order: for small tables and snapshots. */
  all(): Row[] {
    return this.where({});
  }

  /** All rows, which nobody can change: the same ones until the table changes. */
  frozen(): Row[] {
    return this.heldRows() ?? this.hold(frozen(this.all()));
  }

  /** The first row whose indexed columns have these values. */
  one(match: Match<Row>, order?: string): Row | undefined {
    return this.where(match, order === undefined ? { limit: 1 } : { order, limit: 1 })[0];
  }

  where(match: Match<Row>, range: Range = {}): Row[] {
    const [condition, values] = this.condition(match);
    const order = range.order === undefined ? "seq" : `${range.order}, seq`;
    if (range.limit === undefined) return this.select(`${condition} ORDER BY ${order}`, ...values);
    const page = [Math.trunc(range.limit), range.offset ?? 0];
    return this.select(`${condition} ORDER BY ${order} LIMIT ? OFFSET ?`, ...values, ...page);
  }

  count(match: Match<Row>): number {
    const [condition, values] = this.condition(match);
    return this.database.count(`SELECT count(*) FROM ${this.sqlName} ${condition}`, ...values);
  }

  /** Rows by what follows FROM in a statement, such as `WHERE project = ? AND timestamp < ? ORDER BY timestamp`. */
  select(tail: string, ...values: SqlValue[]): Row[] {
    return this.database.all(`SELECT json FROM ${this.sqlName} ${tail}`, ...values).map(({ json }) => this.rowOf(json));
  }

  /** The row in the column `json` of a family's own statement. */
  rowOf(json: SqlValue | undefined): Row {
    const row = JSON.parse(String(json)) as Row;
    return this.lacking === undefined ? row : { ...this.lacking, ...row };
  }

  put(row: Row): Row {
    this.record({ table: this.name, id: row.id, before: this.get(row.id), after: row });
    this.overwrite(row.id, row);
    return row;
  }

  delete(id: string): boolean {
    const before = this.get(id);
    if (before === undefined) return false;
    this.record({ table: this.name, id, before, after: undefined });
    this.overwrite(id, undefined);
    return true;
  }

  deleteWhere(match: Match<Row>): number {
    const rows = this.where(match);
    for (const row of rows) this.delete(row.id);
    return rows.length;
  }

  /** Adds many new rows without recording earlier values: for seeds and snapshots. */
  insertMany(rows: Iterable<Row>): void {
    for (const row of rows) this.overwrite(row.id, row);
  }

  /** Sets or removes one row without recording. */
  overwrite(id: string, row: Row | undefined): void {
    if (row === undefined) this.database.run(`DELETE FROM ${this.sqlName} WHERE id = ?`, id);
    else this.database.run(this.upsert, id, JSON.stringify(row), ...this.columns.map((name) => column(row, name)));
  }

  /** Differs as soon as the table might have other rows. */
  get changes(): number {
    return this.database.changes(this.sqlName);
  }

  /**
   * Replaces all rows without recording earlier values. Frozen rows that the table holds already stay: tests go back to the
   * same snapshots all the time.
   */
  replaceAll(rows: Row[]): void {
    if (this.heldRows() === rows) return;
    this.database.run(`DELETE FROM ${this.sqlName}`);
    this.insertMany(rows);
    this.hold(rows);
  }

  private heldRows(): Row[] | undefined {
    return this.held?.changes === this.changes ? this.held.rows.deref() : undefined;
  }

  /** Rows that somebody can change say nothing about what the table holds. */
  private hold(rows: Row[]): Row[] {
    if (Object.isFrozen(rows)) this.held = { rows: new WeakRef(rows), changes: this.changes };
    return rows;
  }

  private condition(match: Match<Row>): [string, SqlValue[]] {
    const names = Object.keys(match);
    const missing = names.find((name) => name !== "id" && !this.columns.includes(name));
    if (missing !== undefined) throw new Error(`table ${this.name} has no indexed column ${missing}`);
    const values = names.map((name) => column(match, name));
    const parts = names.map((name) => `${quoted(name)} IS ?`);
    return [parts.length === 0 ? "" : `WHERE ${parts.join(" AND ")}`, values];
  }
}

function columnsOf({ indexes }: Pick<TableSpec<never>, "indexes">): string[] {
  return [...new Set(indexes.flat())].filter((column) => column !== "id");
}

function frozen<Value extends object>(value: Value): Value {
  const parts: readonly unknown[] = Object.values(value);
  for (const part of parts) if (typeof part === "object" && part !== null) frozen(part);
  return Object.freeze(value);
}

const quoted = (name: string): string => `"${name}"`;

function column(row: object, name: string): SqlValue {
  const value: unknown = Reflect.get(row, name);
  if (typeof value === "string" || typeof value === "number") return value;
  if (typeof value === "boolean") return Number(value);
  return null;
}
