import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { create } from "tar";
import { makeExecutable, type Program } from "../executables/make.ts";
import { makerOf, obtainNode, type Target, TARGETS } from "../executables/nodes.ts";
import { zip, type ZipEntry } from "../package-terraform/zip.ts";

/** A program of a release, and the archive that carries it for a platform. */
export interface ReleasedProgram extends Program {
  /** Path of the archive in the release; its ending says of what kind it is. */
  archive(target: Target, version: string): string;
  /** What the program is called in there, without the ending of the platform. */
  nameIn(version: string): string;
}

const PROVIDER = "dist/engines/terraform/provider";

/** Everything that runs without Node. */
export const PROGRAMS: readonly ReleasedProgram[] = [
  {
    name: "terraform-provider-orgform",
    source: "src/engines/terraform/provider/main.ts",
    assets: Object.fromEntries(
      ["GetProviderSchema", "GetResourceIdentitySchemas"].map((name) => [`${name}.bin`, `${PROVIDER}/${name}.bin`]),
    ),
    archive: ({ os, arch }, version) => `terraform/terraform-provider-orgform_${version}_${os}_${arch}.zip`,
    nameIn: (version) => `terraform-provider-orgform_v${version}`,
  },
  {
    name: "pulumi-resource-orgform",
    source: "src/engines/pulumi/plugin/main.ts",
    assets: {},
    archive: ({ os, arch }, version) => `pulumi/pulumi-resource-orgform-v${version}-${os}-${arch}.tar.gz`,
    nameIn: () => "pulumi-resource-orgform",
  },
  {
    name: "orgform",
    source: "src/cli/main.ts",
    assets: { "package.json": "package.json" },
    archive: ({ os, arch }, version) =>
      `orgform/orgform-v${version}-${os}-${arch}.${os === "windows" ? "zip" : "tar.gz"}`,
    nameIn: () => "orgform",
  },
];

/** One day for everything in an archive: the same files make the same bytes. */
const SOME_DAY = new Date(0);

/** Makes the executables of every platform that npm has a Node for, and writes their archives into the release. */
export async function releaseExecutables(root: string, target: string, version: string): Promise<void> {
  const waiting = TARGETS.flatMap((platform) => PROGRAMS.map((program) => ({ platform, program })));
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { platform, program } = next;
      const entries = await entriesOf(root, version, program, platform);
      const archive = join(target, program.archive(platform, version));
      mkdirSync(dirname(archive), { recursive: true });
      if (archive.endsWith(".zip")) writeFileSync(archive, zip(entries));
      else tarball(archive, entries);
      console.log(`made ${basename(archive)}`);
    }
  };
  // While one is compressed here, another one's code is injected in a process of its own.
  await Promise.all([worker(), worker()]);
}

/** The executable, and the licences of what it is made of; those of packages stand in its code. */
async function entriesOf(
  root: string,
  version: string,
  program: ReleasedProgram,
  platform: Target,
): Promise<ZipEntry[]> {
  const ending = platform.os === "windows" ? ".exe" : "";
  const { licence } = await obtainNode(makerOf(platform.node));
  return [
    {
      path: `${program.nameIn(version)}${ending}`,
      content: await makeExecutable(root, program, platform),
      executable: true,
    },
    { path: "LICENSE", content: readFileSync(join(root, "LICENSE")) },
    { path: "LICENSE.node", content: readFileSync(licence) },
  ];
}

function tarball(file: string, entries: readonly ZipEntry[]): void {
  const cwd = mkdtempSync(join(tmpdir(), "orgform-archive-"));
  try {
    for (const { path, content, executable } of entries) {
      writeFileSync(join(cwd, path), content, { mode: executable === true ? 0o755 : 0o644 });
    }
    create({ file, cwd, gzip: true, portable: true, mtime: SOME_DAY, sync: true }, readdirSync(cwd).toSorted());
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}
