// Everything here is allowed; nothing may be reported.
import { here as place0 } from "./transport/index.ts";
import * as package0 from "zod";

export const fine = [place0, package0];
