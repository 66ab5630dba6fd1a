// Planted: every import of this file breaks the dependency rule.
import { here as place0 } from "../../../src/model/index.ts";
import { here as place1 } from "../../../src/client/client.ts";
import { here as place2 } from "../../sandbox/src/index.ts";
import * as package0 from "undici";
import * as package1 from "@pulumi/pulumi";

export const planted = [place0, place1, place2, package0, package1];
