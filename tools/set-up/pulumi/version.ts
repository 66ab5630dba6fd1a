/** The version that is downloaded or built: the newest whose sources the Go module proxy gives (tried 2026-11-21). */
export const PULUMI_VERSION = "3.259.0";

/**
 * The oldest CLI that is accepted from PATH.
 *
 * The CLI and its SDK are released together, and this is the version of the SDK in our lock file: nobody tests an older
 * CLI with a newer SDK.
 */
export const OLDEST_PULUMI = "3.248.0";

/** The last language host whose sources the Go module proxy gives; it works with the engine above (tried 2026-11-21). */
export const LANGUAGE_HOST_VERSION = "3.68.0";

/** The version in what `pulumi version` prints (`v3.259.0`, `3.250.0-dev.0`), as `3.259.0`; undefined when there is none. */
export function versionIn(text: string): string | undefined {
  return /^v?(\d+\.\d+\.\d+)/m.exec(text.trim())?.[1];
}

/** Whether `version` is `minimum` or newer; both are three numbers with dots. */
export function isAtLeast(version: string, minimum: string): boolean {
  const [left, right] = [version, minimum].map((text) => text.split(".").map(Number));
  for (const index of [0, 1, 2]) {
    const difference = (left?.[index] ?? 0) - (right?.[index] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return true;
}
