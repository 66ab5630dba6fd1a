// Everything here is allowed; nothing may be reported.
import { here as place1 } from "../catalog/resources/index.ts";
import { here as place2 } from "../engines/index.ts";
import * as package0 from "node:util";

export const fine = [place0, place1, place2, package0];
