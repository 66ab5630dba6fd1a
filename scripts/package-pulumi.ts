/**
 * Packs the Pulumi plugin for those who do not have it from npm: programs in other languages, operators.
 *
 * What is made lies under `dist-pulumi/`:
 *
 *     pulumi-resource-orgform     the whole plugin in one file, for `pulumi plugin install ... --file`
 *     release/pulumi-resource-orgform-v<version>-<os>-<arch>.tar.gz     for a static server, `--server`
 *
 * The file needs Node and nothing else, so one archive serves every platform that takes a script for a program.
 */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { packPulumi } from "./package-pulumi/pack.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

for (const file of packPulumi(root, process.argv[2] ?? join(root, "dist-pulumi"))) console.log(file);
