import type { RecordedRow } from "./recording.ts";
import type { Stage } from "./stage.ts";

/** What the recorder did around the rows of a flow and the recording does not show. */
export type FlowScript = {
  /** The sandbox's time at the first row; default the time of the first flow. */
  readonly now?: string;
  /** The first project has none of the persons that it had in the other recordings. */
  readonly startsWithoutPersons?: boolean;
  /** Before the first row. */
  readonly prepare?: (stage: Stage, rows: readonly RecordedRow[]) => void | Promise<void>;
  /** By the text of a row's setup. */
  readonly setups?: Readonly<Record<string, (stage: Stage) => void | Promise<void>>>;
  /** Before a row; for what the recorder did and did not note. */
  readonly before?: (stage: Stage, row: RecordedRow) => void | Promise<void>;
  /** Rows that are compared although something stood in for a part of the service. */
  readonly alsoCompares?: (row: RecordedRow) => boolean;
  /** Rows of which the recording kept only some members of the answer. */
  readonly isPartial?: (row: RecordedRow) => boolean;
  /** Key or headers of a row where the recording holds none; `<key>` stands for the owner's. */
  readonly send?: (
    row: RecordedRow,
  ) => { readonly key?: string; readonly headers?: Readonly<Record<string, string>> } | undefined;
};
