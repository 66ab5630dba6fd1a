import type { Reporter } from "../../driver/driver.ts";

/** Rows between two words about their number. */
const ROWS_PER_STATUS = 100;

/** Time between progress lines, in milliseconds. */
const HEARTBEAT_MS = 10_000;

/** Rows as they come; progress lines show their number so far. */
export async function* counted<T>(
  rows: AsyncIterable<T>,
  { status }: Pick<Reporter, "status">,
): AsyncGenerator<T, void> {
  let count = 0;
  for await (const row of rows) {
    yield row;
    count += 1;
    if (count % ROWS_PER_STATUS === 0) status(`${count} rows so far`);
  }
}

/** Prints a progress line at intervals while work is running. */
export async function withHeartbeat<T>(
  name: string,
  { status }: Pick<Reporter, "status">,
  work: () => Promise<T>,
): Promise<T> {
  let elapsedS = 0;
  const timer = setInterval(() => {
    elapsedS += HEARTBEAT_MS / 1_000;
    status(`Still running ${name} (${elapsedS} s)`);
  }, HEARTBEAT_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
