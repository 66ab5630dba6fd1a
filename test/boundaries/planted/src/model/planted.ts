// Planted: every import of this file breaks the dependency rule.
import { here as place0 } from "../client/transport/index.ts";
import { here as place1 } from "../client/errors.ts";
import { here as place2 } from "../capabilities/index.ts";
import * as package0 from "node:fs";
import * as package1 from "undici";

export const planted = [place0, place1, place2, package0, package1];
