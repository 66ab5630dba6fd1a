/** OAuth-like scopes that an API key needs, per verb. */
export interface Scopes {
  readonly read: readonly string[];
  readonly write: readonly string[];
}
