// Planted: every import of this file breaks the dependency rule.
import { here as place0 } from "../catalog/resources/index.ts";
import { here as place1 } from "../client/transport/index.ts";
import { here as place2 } from "../client/client.ts";
import { here as place3 } from "../app/index.ts";
import { here as place4 } from "../capabilities/index.ts";
import * as package0 from "node:fs";

export const planted = [place0, place1, place2, place3, place4, package0];
