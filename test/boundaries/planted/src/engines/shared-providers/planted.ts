// Planted: every import of this file breaks the dependency rule.
import { here as place0 } from "../../cli/index.ts";
import { here as place1 } from "../../catalog/resources/index.ts";
import { here as place2 } from "../pulumi/classes/index.ts";
import * as package0 from "@pulumi/pulumi";

export const planted = [place0, place1, place2, package0];
