// Planted: every import of this file breaks the dependency rule.
import { here as place0 } from "../pulumi-dynamic/index.ts";
import { here as place1 } from "../../transport/index.ts";
import { here as place2 } from "../../sandbox/server.ts";
import * as package0 from "@pulumi/pulumi";

export const planted = [place0, place1, place2, package0];
