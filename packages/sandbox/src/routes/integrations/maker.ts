import type { Dialect } from "../../dialects.ts";
import type { IntegrationRow } from "./rows.ts";

/** What a body of a kind is made into. */
export type Parts = {
  readonly identity: string;
  readonly config: Given;
  readonly secrets: Given;
  /** What a second one of the identity is answered; without it the second overwrites the first. */
  readonly clash?: Error;
  /** Who made the first one stays its maker when another one overwrites it. */
  readonly keepsMaker?: true;
};

/** Where an integration is made. */
export type MakerContext = {
  readonly dialect: Dialect;
  readonly project: number;
  readonly nowSeconds: number;
  /** Whether an integration of another organization fits. */
  isElsewhere(fits: (row: IntegrationRow) => boolean): boolean;
};

/** Members of the body's `config`, as sent. */
export type Given = Readonly<Record<string, unknown>>;

/** Makes the parts of a row of what was given for its kind. */
export type Maker = (given: Given, place: MakerContext) => Parts;
