/** Trait: others refer to the object and keep it from being deleted. */
export interface SuccessorFirst {
  /** What replaces it never has its id, so that both can be there: it is made first, and what refers to it changed. */
  readonly isSuccessorFirst?: true;
}
