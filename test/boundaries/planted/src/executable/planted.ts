// Planted: every import of this file breaks the dependency rule.
import { here as place0 } from "../cli/index.ts";
import * as package0 from "undici";

export const planted = [place0, package0];
