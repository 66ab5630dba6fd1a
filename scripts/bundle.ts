import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type BuildOptions, buildSync } from "esbuild";

/** How Node will read the text, and what stands before it. */
type BundleOptions = Pick<BuildOptions, "format" | "banner" | "minifySyntax" | "minifyWhitespace">;

/**
 * Joins a program with everything that it imports into one text, with the licences of what is not ours.
 *
 * A provider starts for every command, often several times, and each file that Node reads and compiles by itself costs
 * it about a millisecond. Names stay as they are, for the stacks of errors.
 */
export function bundle(root: string, program: string, options: BundleOptions): string {
  const { metafile, outputFiles } = buildSync({
    absWorkingDir: root,
    entryPoints: [program],
    bundle: true,
    write: false,
    metafile: true,
    platform: "node",
    target: "node20",
    alias: { undici: join(import.meta.dirname, "undici-pool.mjs") },
    legalComments: "none",
    logLevel: "error",
    ...options,
  });
  const [output] = outputFiles;
  if (output === undefined) throw new Error(`esbuild made nothing of ${program}`);
  return `${output.text}${licences(root, Object.keys(metafile.inputs))}`;
}

const PACKAGE = /^node_modules\/((?:@[^/]+\/)?[^/]+)/u;

function licences(root: string, inputs: readonly string[]): string {
  const packages = [...new Set(inputs.flatMap((path) => PACKAGE.exec(path)?.[1] ?? []))].toSorted();
  if (packages.length === 0) return "";
  const texts = packages.map((name) => {
    const file = join(root, "node_modules", name, "LICENSE");
    if (!existsSync(file)) throw new Error(`${name} has no LICENSE that could go with it`);
    return `${name}\n\n${readFileSync(file, "utf8").trim()}`;
  });
  return `/*\nThis file contains:\n\n${texts.join("\n\n").replaceAll("*/", "* /")}\n*/\n`;
}
