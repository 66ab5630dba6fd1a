/** A report of a session that keeps nothing of what it gets. */
export const SILENT_REPORT = { warn: () => undefined, info: () => undefined, status: () => undefined };
