// Planted: every import of this file breaks the dependency rule.
import { here as place0 } from "../catalog/resources/index.ts";
import { here as place1 } from "../driver/index.ts";
import { here as place2 } from "../client/client.ts";
import { here as place3 } from "../model/hooks/index.ts";
import * as package0 from "node:crypto";

export const planted = [place0, place1, place2, place3, package0];
