// Planted: every import of this file breaks the dependency rule.
import { here as place0 } from "../../../../src/model/index.ts";
import { here as place1 } from "../../../sandbox/src/index.ts";
import * as package0 from "undici";
import * as package1 from "libsql";

export const planted = [place0, place1, package0, package1];
