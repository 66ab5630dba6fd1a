/** One difference between the dialects. */
export type Quirk = {
  /** What the quirk decides, as a statement that is true or false in a dialect. */
  readonly statement: string;
  readonly documented: boolean;
  readonly live: boolean;
  readonly source: string;
};
