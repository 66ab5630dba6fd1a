import process from "node:process";
import { runPart } from "./part.ts";
import { roleOf } from "./role.ts";

runPart(roleOf({ program: process.argv0, args: process.argv.slice(2), environment: process.env }));
