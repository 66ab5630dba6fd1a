/** Type-checks the examples with constructs against the packages of constructs, and builds the packages if they are missing. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

import { buildConstructs } from "../build-constructs.ts";
import { programOf } from "../program-of.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

await buildConstructs();
const args = [programOf("@typescript/native:tsc"), "-p", "tsconfig.programs.json"];
process.exitCode = spawnSync(process.execPath, args, { cwd: root, stdio: "inherit" }).status ?? 1;
