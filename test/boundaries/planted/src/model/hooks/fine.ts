// Everything here is allowed; nothing may be reported.
import { here as place0 } from "../index.ts";
import { here as place1 } from "../../capabilities/index.ts";

export const fine = [place0, place1];
