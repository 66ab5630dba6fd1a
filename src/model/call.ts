/** What every call into the service is given beside its arguments. */
export interface Call {
  /** Ends the call, down to the socket. */
  readonly signal?: AbortSignal;
}
