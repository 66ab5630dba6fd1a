// Planted: depth makes no difference.
import { here } from "../../../transport/index.ts";

export const planted = here;
