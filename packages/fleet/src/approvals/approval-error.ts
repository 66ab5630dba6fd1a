/** An approval that doesn't count; the message says why, and what to do. Nothing was recorded. */
export class ApprovalError extends Error {}
