// Planted: every import of this file breaks the dependency rule.
import { here as place0 } from "../dynamic/index.ts";
import { here as place1 } from "../../../catalog/resources/index.ts";
import * as package0 from "@pulumi/pulumi";

export const planted = [place0, place1, package0];
