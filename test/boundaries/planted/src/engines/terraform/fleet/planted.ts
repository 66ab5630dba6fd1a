// Planted: every import of this file breaks the dependency rule.
import { here as place0 } from "../../../model/index.ts";
import { here as place1 } from "../../pulumi/index.ts";
import * as package0 from "libsql";

export const planted = [place0, place1, package0];
