// Everything here is allowed; nothing may be reported.
import { here as place0 } from "../../../model/index.ts";
import { here as place1 } from "../../../driver/index.ts";
import { here as place2 } from "../../../catalog/resources/index.ts";
import { here as place3 } from "../../../catalog/functions/index.ts";
import { here as place4 } from "../../../client/client.ts";
import { here as place5 } from "../../../app/index.ts";
import * as package0 from "@pulumi/pulumi";
import * as package1 from "node:fs";

export const fine = [place0, place1, place2, place3, place4, place5, package0, package1];
