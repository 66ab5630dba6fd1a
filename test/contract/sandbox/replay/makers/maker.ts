import type { RecordedRow } from "../recording.ts";
import type { Stage } from "../stage.ts";

/** Makes one object below `path`, the address of its list in the sandbox, and gives back its id. */
export type Maker = (stage: Stage, path: string, row: RecordedRow) => Promise<string | number>;
