/** What a person can mend or do next about a run on Temporal. */
export class TemporalError extends Error {}
