// Everything here is allowed; nothing may be reported.
import { here as place0 } from "../../../spec/operations.ts";
import * as package0 from "commander";
import * as package1 from "libsql";
import * as package2 from "zod";
import * as package3 from "node:fs";

export const fine = [place0, package0, package1, package2, package3];
