// Planted: every import of this file breaks the dependency rule.
import { here as place0 } from "../plugin/index.ts";
import { here as place1 } from "../../../client/transport/index.ts";
import { here as place2 } from "../../../client/index.ts";
import { here as place3 } from "../../../../packages/sandbox/src/server.ts";
import * as package0 from "undici";

export const planted = [place0, place1, place2, place3, package0];
