/** An organization that can't be retired, or not yet; the message says why, and what to do. Nothing was deleted. */
export class RetirementError extends Error {}
