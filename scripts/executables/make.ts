import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundle, type BundleOptions, NEVER_IN_EXECUTABLE } from "../bundle.ts";
import { partCode, partText } from "../../src/executable/part.ts";
import { programOf } from "../program-of.ts";
import { lastWords } from "../../tools/set-up/pulumi/go-build.ts";
import { runProgram } from "../run-program.ts";
import { signAdHoc } from "./ad-hoc-signature.ts";
import { copyNode, makerOf, obtainNode, type Target } from "./nodes.ts";

/** A program that is made into an executable. */
export interface Program {
  /** The name of the executable. */
  readonly name: string;
  /** The source that it begins with, from the root. */
  readonly source: string;
  /** Sources of what that loads, one of them in a run, by the names that it asks for. */
  readonly parts: Readonly<Record<string, string>>;
  /** Files that it reads from itself, by the name that it asks for: paths from the root. */
  readonly assets: Readonly<Record<string, string>>;
}

/** @source nodejs.org/docs/latest-v24.x/api/single-executable-applications.html */
const INJECTION = [
  ["--sentinel-fuse", "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2"],
  ["--macho-segment-name", "NODE_SEA"],
].flat();

/** Names in a folder of its own: they stand in the executable, which is the same wherever it is made. */
const [MAIN, BLOB, CONFIG] = ["main.cjs", "main.blob", "config.json"] as const;

/** Writes the compiled code of the first file into the second. */
const COMPILE = `
const [text, compiled] = process.argv.slice(1);
const { readFileSync, writeFileSync } = require("node:fs");
const { basename } = require("node:path");
const { Script } = require("node:vm");
const script = new Script(readFileSync(text, "latin1"), { filename: basename(text) });
writeFileSync(compiled, script.createCachedData());`;

/** Modules find files beside them through `import.meta.url`, which only ES modules have. */
const HEAD = 'const moduleUrl=require("node:url").pathToFileURL(process.execPath).href;';

/** How everything in an executable is bundled. */
const CODE = {
  format: "cjs",
  banner: { js: HEAD },
  define: { "import.meta.url": "moduleUrl" },
  external: [...NEVER_IN_EXECUTABLE],
  // With `import()`, they would be searched for in the current folder, and code from there would run.
  supported: { "dynamic-import": false },
  minifySyntax: true,
  minifyWhitespace: true,
} satisfies BundleOptions;

/** V8 puts the same bytes into its cache of compiled code each time; without the flag it takes that cache, too. */
const SAME_BYTES = "--random-seed=1";

/**
 * Creates an executable with the program and its own Node 24, in Node's own format.
 *
 * A Node of the same version prepares the code on this machine. Compiled code is included only for this machine's
 * platform: the Node of another platform would reject it.
 */
export async function makeExecutable(root: string, program: Program, target: Target): Promise<Buffer> {
  const maker = await obtainNode(makerOf(target.node));
  const node = await obtainNode(target.node);
  const folder = mkdtempSync(join(tmpdir(), "orgform-executable-"));
  try {
    const isOwn = maker.program === node.program;
    const blob = await prepared(root, program, { folder, node: maker.program, licence: maker.licence, isOwn });
    const made = join(folder, program.name);
    copyNode(node.program, made);
    await must(process.execPath, [programOf("postject"), made, "NODE_SEA_BLOB", blob, ...INJECTION], folder);
    const content = readFileSync(made);
    return target.os === "darwin" ? signAdHoc(content, program.name) : content;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The Node that prepares code, and whether it has the target's platform. */
interface Maker {
  readonly folder: string;
  readonly node: string;
  /** The file with that Node's licence. */
  readonly licence: string;
  readonly isOwn: boolean;
}

/** The file with the code and its assets that is injected. */
async function prepared(root: string, program: Program, maker: Maker): Promise<string> {
  const { folder, node, isOwn } = maker;
  writeFileSync(join(folder, MAIN), bundle(root, program.source, CODE));
  const own = Object.entries(program.assets).map(([name, path]): [string, string] => [name, join(root, path)]);
  const parts = await preparedParts(root, program, maker);
  const assets = { ...Object.fromEntries([...own, ...parts]), "LICENSE.node": maker.licence };
  const settings = { main: MAIN, output: BLOB, disableExperimentalSEAWarning: true, useCodeCache: isOwn };
  writeFileSync(join(folder, CONFIG), JSON.stringify({ ...settings, assets }));
  await must(node, [SAME_BYTES, "--experimental-sea-config", CONFIG], folder);
  return join(folder, BLOB);
}

/** The code of each part as a function of `require`, and the compiled form from the machine's own Node. */
async function preparedParts(root: string, { parts }: Program, { folder, node, isOwn }: Maker) {
  const assets: [string, string][] = [];
  for (const [name, source] of Object.entries(parts)) {
    const [text, compiled] = [join(folder, partText(name)), join(folder, partCode(name))];
    const banner = { js: `(function(require){${HEAD}` };
    const written = bundle(root, source, { ...CODE, banner, footer: { js: "})" } });
    writeFileSync(text, asLatin1(written), "latin1");
    assets.push([partText(name), text]);
    if (!isOwn) continue;
    await must(node, [SAME_BYTES, "--eval", COMPILE, text, compiled], folder);
    assets.push([partCode(name), compiled]);
  }
  return assets;
}

/** The form that the program reads without decoding. Bundles contain other characters only in names of persons in licenses. */
function asLatin1(text: string): string {
  return text.replaceAll(/[\u0100-\uffff]/g, "?");
}

async function must(program: string, args: readonly string[], cwd: string): Promise<void> {
  const { status, output } = await runProgram(program, args, { env: process.env, cwd });
  if (status !== 0) throw new Error(`An executable could not be made: ${lastWords(output)}`);
}
