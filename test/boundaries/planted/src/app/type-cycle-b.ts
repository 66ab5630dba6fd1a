import type { First } from "./type-cycle-a.ts";

export type Second = { readonly first: First | undefined };
