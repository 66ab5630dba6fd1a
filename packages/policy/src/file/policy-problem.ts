import { type FileProblem, FileProblemsError } from "./located-document.generated.ts";

/** What is wrong in a policy file, and where. */
export type PolicyProblem = FileProblem;

/** A policy file that can't be used; nothing was checked against it. */
export class PolicyFileError extends FileProblemsError {}
