// Planted: every import of this file breaks the dependency rule.
import { here as place0 } from "../../driver/index.ts";
import { here as place1 } from "../../client/errors.ts";
import * as package0 from "node:fs";

export const planted = [place0, place1, package0];
