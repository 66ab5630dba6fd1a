import { type FileProblem, FileProblemsError } from "./located-document.ts";

/** What is wrong in a fleet file, and where. */
export type FleetProblem = FileProblem;

/** A fleet file that cannot be used; nothing was read or written because of it. */
export class FleetFileError extends FileProblemsError {}
