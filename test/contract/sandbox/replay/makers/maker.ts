import type { RecordedRow } from "../recording.ts";
import type { Stage } from "../stage.ts";

/** Creates one object below `path`, which is its list in the sandbox, and returns its ID. */
export type Maker = (stage: Stage, path: string, row: RecordedRow) => Promise<string | number>;
