/** What stands in an order of waves, wave by wave. */
export function byWave<T>(ordered: readonly T[], waveOf: (one: T) => number): (readonly [number, readonly T[]])[] {
  const waves = [...new Set(ordered.map(waveOf))];
  return waves.map((wave) => [wave, ordered.filter((one) => waveOf(one) === wave)] as const);
}
