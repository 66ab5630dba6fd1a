import { type FileProblem, FileProblemsError } from "./located-document.generated.ts";

/** What is wrong in a watch file, and where. */
export type WatchProblem = FileProblem;

/** A watch file that can't be used; nothing was checked because of it. */
export class WatchFileError extends FileProblemsError {}
