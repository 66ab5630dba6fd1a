import { type FileProblem, FileProblemsError } from "./located-document.ts";

/** A problem in a fleet file, with its location. */
export type FleetProblem = FileProblem;

/** A fleet file that can't be used. Nothing was read or written. */
export class FleetFileError extends FileProblemsError {}
