// Planted, with type-cycle-b.ts.
import type { Second } from "./type-cycle-b.ts";

export type First = { readonly second?: Second };
