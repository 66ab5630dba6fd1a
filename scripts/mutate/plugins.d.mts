/** A mutant as Stryker describes it. */
export interface Mutant {
  readonly fileName: string;
  readonly location: {
    readonly start: { readonly line: number; readonly column: number };
    readonly end: { readonly line: number; readonly column: number };
  };
  readonly mutatorName: string;
  readonly replacement: string;
}

/** Identifies a mutant in every run. */
export function keyOf(mutant: Mutant, root?: string): string;
