/** What identifies a mutant from run to run. */
export function keyOf(
  mutant: {
    readonly fileName: string;
    readonly location: {
      readonly start: { readonly line: number; readonly column: number };
      readonly end: { readonly line: number; readonly column: number };
    };
    readonly mutatorName: string;
    readonly replacement: string;
  },
  root?: string,
): string;
