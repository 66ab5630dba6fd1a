/** Waits until something is the case, for twenty seconds at most. */
export async function until(isSo: () => boolean): Promise<void> {
  for (let looks = 0; !isSo(); looks += 1) {
    if (looks === 4_000) throw new Error(`it never came to be: ${String(isSo)}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
