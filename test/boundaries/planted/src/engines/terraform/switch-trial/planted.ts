// Planted: every import of this file breaks the dependency rule.
import { here as place0 } from "../../../client/transport/index.ts";
import { here as place1 } from "../../pulumi/plugin/index.ts";
import * as package0 from "libsql";

export const here = [place0, place1, package0];
