import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundle, NEVER_BUNDLED } from "../bundle.ts";
import { programOf } from "../program-of.ts";
import { lastWords } from "../../tools/set-up/pulumi/go-build.ts";
import { runProgram } from "../run-program.ts";
import { signAdHoc } from "./ad-hoc-signature.ts";
import { copyNode, makerOf, obtainNode, type Target } from "./nodes.ts";

/** A program that is made into an executable. */
export interface Program {
  /** What the executable is called. */
  readonly name: string;
  /** The source that it begins with, from the root. */
  readonly source: string;
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

/** Modules find what lies beside them by `import.meta.url`, which code that is no ES module does not have. */
const HEAD = 'const moduleUrl=require("node:url").pathToFileURL(process.execPath).href;';

/** V8 puts the same bytes into its cache of compiled code each time; without the flag it takes that cache, too. */
const SAME_BYTES = "--random-seed=1";

/**
 * Makes an executable that holds the program and a Node 24 of its own, in the form that Node has for it.
 *
 * A Node of the same version prepares the code on this machine. Compiled code goes with it where the platform is that of
 * the machine: another one's Node would not take it.
 */
export async function makeExecutable(root: string, program: Program, target: Target): Promise<Buffer> {
  const maker = await obtainNode(makerOf(target.node));
  const node = await obtainNode(target.node);
  const folder = mkdtempSync(join(tmpdir(), "orgform-executable-"));
  try {
    const blob = await prepared(root, program, { folder, node: maker.program, isOwn: maker.program === node.program });
    const made = join(folder, program.name);
    copyNode(node.program, made);
    await must(process.execPath, [programOf("postject"), made, "NODE_SEA_BLOB", blob, ...INJECTION], folder);
    const content = readFileSync(made);
    return target.os === "darwin" ? signAdHoc(content, program.name) : content;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Where code is prepared, and whether for that Node itself. */
interface Maker {
  readonly folder: string;
  readonly node: string;
  readonly isOwn: boolean;
}

/** The file with the code and its assets that is injected. */
async function prepared(root: string, program: Program, { folder, node, isOwn }: Maker): Promise<string> {
  const text = bundle(root, program.source, {
    format: "cjs",
    banner: { js: HEAD },
    define: { "import.meta.url": "moduleUrl" },
    external: [...NEVER_BUNDLED],
    // As `import()` they would be looked for where the program is run, and the code of whoever lies there be loaded.
    supported: { "dynamic-import": false },
    minifySyntax: true,
    minifyWhitespace: true,
  });
  writeFileSync(join(folder, MAIN), text);
  const assets = Object.fromEntries(
    Object.entries(program.assets).map(([name, path]): [string, string] => [name, join(root, path)]),
  );
  const settings = { main: MAIN, output: BLOB, disableExperimentalSEAWarning: true, useCodeCache: isOwn };
  writeFileSync(join(folder, CONFIG), JSON.stringify({ ...settings, assets }));
  await must(node, [SAME_BYTES, "--experimental-sea-config", CONFIG], folder);
  return join(folder, BLOB);
}

async function must(program: string, args: readonly string[], cwd: string): Promise<void> {
  const { status, output } = await runProgram(program, args, { env: process.env, cwd });
  if (status !== 0) throw new Error(`An executable could not be made: ${lastWords(output)}`);
}
