// Planted: one mistake for each strictness that the project counts on.
export const wrong: number = "text"; // TS2322
export const first = (list: string[]): string => list[0]; // TS2322
export const optional: { readonly name?: string } = { name: undefined }; // TS2375
export enum NotErasable { // TS1294
  One,
}
