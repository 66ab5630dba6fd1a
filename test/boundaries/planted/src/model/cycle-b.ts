// Planted, with cycle-a.ts.
import { a } from "./cycle-a.ts";

export const b = (): unknown => a;
