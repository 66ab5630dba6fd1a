// Everything here is allowed; nothing may be reported.
import * as package0 from "undici";
import * as package1 from "node:fs";
import * as package2 from "node:timers/promises";

export const fine = [package0, package1, package2];
