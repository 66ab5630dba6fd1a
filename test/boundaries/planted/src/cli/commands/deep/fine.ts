// Everything here is allowed; nothing may be reported.
import { here as place1 } from "../../../client/client.ts";
import * as package0 from "node:util";

export const fine = [place0, place1, package0];
