/**
 * Packs the Pulumi plugin for users without npm: programs in other languages, and operators.
 *
 * The results are in `dist-pulumi/`:
 *
 *     pulumi-resource-orgform     the whole plugin in one file, for `pulumi plugin install ... --file`
 *     release/pulumi-resource-orgform-v<version>-<os>-<arch>.tar.gz     for a static server, `--server`
 *
 * The file needs only Node, so one archive serves every platform that runs scripts as programs.
 */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { packPulumi } from "./package-pulumi/pack.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

for (const file of packPulumi(root, process.argv[2] ?? join(root, "dist-pulumi"))) console.log(file);
