import type { Dialect } from "../../dialects.ts";
import type { IntegrationRow } from "./rows.ts";

/** The parts of a row from a body. */
export type Parts = {
  readonly identity: string;
  readonly config: Given;
  readonly secrets: Given;
  /** The refusal of a second one with the same identity; without it, the second overwrites the first. */
  readonly clash?: Error;
  /** The creator of the first one stays its creator after an overwrite. */
  readonly keepsMaker?: true;
};

/** The place of a new integration. */
export type MakerContext = {
  readonly dialect: Dialect;
  readonly project: number;
  readonly nowSeconds: number;
  /** Whether another organization has a matching integration. */
  isElsewhere(fits: (row: IntegrationRow) => boolean): boolean;
};

/** The values of the body's `config`, as sent. */
export type Given = Readonly<Record<string, unknown>>;

/** Creates the parts of a row from the values for its kind. */
export type Maker = (given: Given, place: MakerContext) => Parts;
