/** What one change replaced and left behind; an absent side means the row did not exist there. */
export type Change = { readonly table: string; readonly id: string; readonly before: unknown; readonly after: unknown };

/** Rows of one kind in order of insertion; every change goes through the recorder it was built with. */
export class Table<Row extends { readonly id: string }> {
  readonly name: string;
  private readonly record: (change: Change) => void;
  private rows = new Map<string, Row>();

  constructor(name: string, record: (change: Change) => void) {
    this.name = name;
    this.record = record;
  }

  get(id: string): Row | undefined {
    return this.rows.get(id);
  }

  all(): Row[] {
    return [...this.rows.values()];
  }

  find(matches: (row: Row) => boolean): Row | undefined {
    for (const row of this.rows.values()) if (matches(row)) return row;
    return undefined;
  }

  filter(matches: (row: Row) => boolean): Row[] {
    return this.all().filter(matches);
  }

  put(row: Row): Row {
    this.record({ table: this.name, id: row.id, before: this.rows.get(row.id), after: row });
    this.rows.set(row.id, row);
    return row;
  }

  delete(id: string): boolean {
    const before = this.rows.get(id);
    if (before === undefined) return false;
    this.record({ table: this.name, id, before, after: undefined });
    return this.rows.delete(id);
  }

  /** Replaces all rows without recording; for loading, rolling back and looking into the past. */
  load(rows: Iterable<Row>): void {
    this.rows = new Map([...rows].map((row) => [row.id, row]));
  }

  /** Sets or removes one row without recording. */
  overwrite(id: string, row: Row | undefined): void {
    if (row === undefined) this.rows.delete(id);
    else this.rows.set(id, row);
  }
}
