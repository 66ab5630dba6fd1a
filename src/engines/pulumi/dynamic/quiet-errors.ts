/**
 * Prevents the SDK from printing an error a second time with its stack.
 *
 * Symptom: for `check`, `diff`, `read`, and `delete`, the SDK's dynamic provider prints `${error}: ${error.stack}` to
 * the console, besides passing the error to the engine, which shows it. Cause: `cmd/dynamic-provider` of
 * @pulumi/pulumi 3.248 to 3.270 (seen 2026-11-21). Remove it when the SDK leaves the printing to the engine.
 */
export class QuietErrors {
  readonly #expected = new Set<string>();

  /** Wraps `console.error` of this process; every other line passes. */
  install(): void {
    // oxlint-disable-next-line no-console -- the SDK prints there
    const print = console.error.bind(console);
    // oxlint-disable-next-line no-console -- the SDK prints there
    console.error = (...words: unknown[]) => {
      const [line] = words;
      if (words.length === 1 && typeof line === "string" && this.#expected.delete(line)) return;
      print(...words);
    };
  }

  /** Drops the line that the SDK is about to print for this error. */
  expect(error: Error): void {
    this.#expected.add(`${String(error)}: ${error.stack ?? ""}`);
  }
}
