import type { RecordedRow } from "./recording.ts";
import type { Stage } from "./stage.ts";

/** Actions of the recorder around the rows of a flow that the recording doesn't show. */
export type FlowScript = {
  /** The sandbox's time at the first row; default the time of the first flow. */
  readonly now?: string;
  /** The first project has none of the persons that it had in the other recordings. */
  readonly startsWithoutPersons?: boolean;
  /** Before the first row. */
  readonly prepare?: (stage: Stage, rows: readonly RecordedRow[]) => void | Promise<void>;
  /** By the text of a row's setup. */
  readonly setups?: Readonly<Record<string, (stage: Stage) => void | Promise<void>>>;
  /** Before a row, for unrecorded actions of the recorder. */
  readonly before?: (stage: Stage, row: RecordedRow) => void | Promise<void>;
  /** Rows that are compared although something stood in for a part of the service. */
  readonly alsoCompares?: (row: RecordedRow) => boolean;
  /** Rows for which the recording has only some fields of the response. */
  readonly isPartial?: (row: RecordedRow) => boolean;
  /** Key or headers of a row if the recording has none. `<key>` stands for the owner's. */
  readonly send?: (
    row: RecordedRow,
  ) => { readonly key?: string; readonly headers?: Readonly<Record<string, string>> } | undefined;
};
