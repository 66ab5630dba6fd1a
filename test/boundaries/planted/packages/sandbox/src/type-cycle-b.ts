// Planted, with type-cycle-a.ts.
import type { First } from "./type-cycle-a.ts";

export type Second = { readonly first?: First };
