/** How the sandbox speaks: to the letter of the contract documents, or as the running service was recorded. */
export type Dialect = "documented" | "live";

/** Dialect names as accepted by options and by the command line. */
export const DIALECTS: readonly Dialect[] = ["documented", "live"];

type Quirk = {
  /** What the quirk decides, as a statement that is true or false in a dialect. */
  readonly statement: string;
  readonly documented: boolean;
  readonly live: boolean;
  readonly source: string;
};

/**
 * Every difference between the two dialects. Whatever is not listed here is the same in both: where the contract
 * is silent, both answer as recorded.
 */
export const QUIRKS = {
  verifyAnswersWithDomain: {
    statement: "Domain verify answers 200 with the Domain instead of 200 without a body.",
    documented: false,
    live: true,
    source: "contract, domains table; live service 2025-08, flow 2:75-87",
  },
  memberCountIsNumber: {
    statement: "Organization member_count is a number instead of a string.",
    documented: false,
    live: true,
    source: "contract, Organization; live service 2025-08, flow 1:1",
  },
  metadataIsObject: {
    statement: "Organization metadata is an object instead of its JSON text.",
    documented: false,
    live: true,
    source: "contract, Organization; live service 2025-08, flow 1:1",
  },
  organizationHasNewerFields: {
    statement: "An organization shows and takes the four settings that came after the contract.",
    documented: false,
    live: true,
    source: "contract, Organization; live service 2025-08, flow 1:54-82",
  },
} as const satisfies Record<string, Quirk>;

/** Name of one quirk. */
export type QuirkName = keyof typeof QUIRKS;

/** Tells whether a quirk's statement holds in a dialect. */
export function hasQuirk(dialect: Dialect, quirk: QuirkName): boolean {
  return QUIRKS[quirk][dialect];
}
