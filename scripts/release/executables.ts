import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { create } from "tar";
import { makeExecutable, type Program } from "../executables/make.ts";
import { makerOf, obtainNode, type Target, TARGETS } from "../executables/nodes.ts";
import { zip, type ZipEntry } from "../package-terraform/zip.ts";

const PROVIDER = "dist/engines/terraform/provider";

/** The program that runs without Node: the command with the sandbox, the provider, the plugin, and the policy pack. */
export const PROGRAM = {
  name: "orgform",
  source: "src/executable/main.ts",
  parts: {
    command: "src/cli/main.ts",
    provider: "src/engines/terraform/provider/main.ts",
    plugin: "src/engines/pulumi/plugin/main.ts",
    policy: "src/cli/policy-pack/main.ts",
  },
  assets: {
    LICENSE: "LICENSE",
    "package.json": "package.json",
    ...Object.fromEntries(
      ["GetProviderSchema", "GetResourceIdentitySchemas"].map((name) => [`${name}.bin`, `${PROVIDER}/${name}.bin`]),
    ),
  },
} satisfies Program;

/** An archive with the program for a platform, under the name that its users need. */
export interface Archive {
  /** Path in the release. The extension shows the kind of archive. */
  path(target: Target, version: string): string;
  /** The program's name in the archive, without the platform's extension. */
  nameIn(version: string): string;
}

/** For each engine, and for people. */
export const ARCHIVES: readonly Archive[] = [
  {
    path: ({ os, arch }, version) => `terraform/terraform-provider-orgform_${version}_${os}_${arch}.zip`,
    nameIn: (version) => `terraform-provider-orgform_v${version}`,
  },
  {
    path: ({ os, arch }, version) => `pulumi/pulumi-resource-orgform-v${version}-${os}-${arch}.tar.gz`,
    nameIn: () => "pulumi-resource-orgform",
  },
  {
    path: ({ os, arch }, version) => `orgform/orgform-v${version}-${os}-${arch}.${os === "windows" ? "zip" : "tar.gz"}`,
    nameIn: () => "orgform",
  },
];

/** One date for everything in an archive, so the same files create the same bytes. */
const SOME_DAY = new Date(0);

/** Creates the executable of every platform that npm has a Node for, and writes its archives into the release. */
export async function releaseExecutables(root: string, target: string, version: string): Promise<void> {
  const waiting = [...TARGETS];
  const worker = async (): Promise<void> => {
    for (let platform = waiting.shift(); platform !== undefined; platform = waiting.shift()) {
      const made = await madeFor(root, platform);
      for (const archive of ARCHIVES) {
        const file = join(target, archive.path(platform, version));
        mkdirSync(dirname(file), { recursive: true });
        const entries = entriesOf(made, `${archive.nameIn(version)}${platform.os === "windows" ? ".exe" : ""}`);
        if (file.endsWith(".zip")) writeFileSync(file, zip(entries));
        else tarball(file, entries);
        console.log(`made ${basename(file)}`);
      }
    }
  };
  // While one is compressed here, a separate process injects the code of another.
  await Promise.all([worker(), worker()]);
}

interface Made {
  readonly program: Buffer;
  /** The licenses of its parts; those of packages are in its code. */
  readonly licence: Buffer;
  readonly nodeLicence: Buffer;
}

async function madeFor(root: string, platform: Target): Promise<Made> {
  const { licence } = await obtainNode(makerOf(platform.node));
  const program = await makeExecutable(root, PROGRAM, platform);
  return { program, licence: readFileSync(join(root, "LICENSE")), nodeLicence: readFileSync(licence) };
}

function entriesOf({ program, licence, nodeLicence }: Made, name: string): ZipEntry[] {
  return [
    { path: name, content: program, executable: true },
    { path: "LICENSE", content: licence },
    { path: "LICENSE.node", content: nodeLicence },
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
