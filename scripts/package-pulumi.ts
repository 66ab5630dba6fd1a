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
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { create } from "tar";
import { bundle } from "./package-pulumi/bundle.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

const NAME = "pulumi-resource-orgform";
const PLATFORMS = ["linux-amd64", "linux-arm64", "darwin-amd64", "darwin-arm64"];

/** One day for everything in an archive: the same files make the same bytes. */
const SOME_DAY = new Date(0);

/** Makes everything anew in `target` and gives the paths of the files in it. */
async function packPulumi(target: string): Promise<string[]> {
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
  rmSync(target, { recursive: true, force: true });
  mkdirSync(join(target, "release"), { recursive: true });
  writeFileSync(join(target, NAME), await bundle(root, "src/engines/pulumi-plugin/main.ts"), { mode: 0o755 });
  copyFileSync(join(root, "LICENSE"), join(target, "LICENSE"));
  const archives = PLATFORMS.map((platform) => `release/${NAME}-v${version}-${platform}.tar.gz`);
  for (const file of archives) {
    const how = { file: join(target, file), cwd: target, gzip: true, portable: true, mtime: SOME_DAY };
    create({ ...how, sync: true }, [NAME, "LICENSE"]);
  }
  return [NAME, ...archives];
}

for (const file of await packPulumi(process.argv[2] ?? join(root, "dist-pulumi"))) console.log(file);
