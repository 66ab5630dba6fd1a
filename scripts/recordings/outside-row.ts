/** A row of the recordings as they lie outside. */
export interface OutsideRow {
  readonly flow?: string;
  readonly step?: number;
  readonly n?: number;
  readonly name: string;
  readonly key: string | null;
  readonly method: string;
  readonly path: string;
  readonly request: unknown;
  readonly status: number;
  readonly content_type: string | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly trust: string;
  readonly setup?: string;
}
