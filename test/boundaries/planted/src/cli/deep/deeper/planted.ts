// Planted: depth makes no difference.
import { here } from "../../../engines/shared/index.ts";

export const planted = here;
