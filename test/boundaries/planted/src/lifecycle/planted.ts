// Planted: every import of this file breaks the dependency rule.
import { here as place0 } from "../resources/index.ts";
import { here as place1 } from "../transport/index.ts";
import { here as place2 } from "../api/client.ts";
import { here as place3 } from "../engines/shared/index.ts";
import * as package0 from "node:fs";

export const planted = [place0, place1, place2, place3, package0];
