// Planted: depth makes no difference.
import { here } from "../../../client/transport/index.ts";

export const planted = here;
