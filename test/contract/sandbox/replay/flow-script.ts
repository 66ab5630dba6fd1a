import type { RecordedRow } from "./recording.ts";
import type { Stage } from "./stage.ts";

/** What a recording doesn't show: the recorder's actions around the rows of a flow, and exceptions for rows. */
export type FlowScript = {
  /** The sandbox's time at the first row. The default is the time of the first flow. */
  readonly now?: string;
  /** Whether the first project has none of the persons that it had in the other recordings. */
  readonly startsWithoutPersons?: boolean;
  /** Runs before the first row. */
  readonly prepare?: (stage: Stage, rows: readonly RecordedRow[]) => void | Promise<void>;
  /** Runs the setup of a row, by the setup's text. */
  readonly setups?: Readonly<Record<string, (stage: Stage) => void | Promise<void>>>;
  /** Runs before a row, for unrecorded actions of the recorder. */
  readonly before?: (stage: Stage, row: RecordedRow) => void | Promise<void>;
  /** Whether a row is compared although something replaced a part of the service. */
  readonly alsoCompares?: (row: RecordedRow) => boolean;
  /** Whether the recording has only some fields of a row's response. */
  readonly isPartial?: (row: RecordedRow) => boolean;
  /** The key or headers of a row if the recording has none. `<key>` stands for the owner's key. */
  readonly send?: (
    row: RecordedRow,
  ) => { readonly key?: string; readonly headers?: Readonly<Record<string, string>> } | undefined;
};
