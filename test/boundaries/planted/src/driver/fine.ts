// Everything here is allowed; nothing may be reported.
import { here as place0 } from "../model/index.ts";
import { here as place1 } from "../client/errors.ts";
import { here as place2 } from "../model/hooks/index.ts";
import * as package0 from "node:crypto";

export const fine = [place0, place1, place2, package0];
