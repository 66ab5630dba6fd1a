// Everything here is allowed; nothing may be reported.
import { here as place0 } from "./index.ts";
import { here as place1 } from "./hooks/index.ts";
import * as package0 from "zod";

export const fine = [place0, place1, package0];
