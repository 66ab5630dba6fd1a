import { existsSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { type BuildOptions, buildSync } from "esbuild";

/** The module format of the text, and the code before it. */
export type BundleOptions = Pick<
  BuildOptions,
  "format" | "banner" | "footer" | "define" | "external" | "supported" | "minifySyntax" | "minifyWhitespace"
>;

/**
 * Bundles a program with everything that it imports into one text, with the licenses of other packages.
 *
 * A provider starts for every command, often several times, and each file that Node reads and compiles costs it about a
 * millisecond. Names stay unchanged, for error stacks.
 */
export function bundle(root: string, program: string, options: BundleOptions): string {
  const { metafile, outputFiles } = buildSync({ ...settings(root), ...options, entryPoints: [program] });
  const [output] = outputFiles;
  if (output === undefined) throw new Error(`esbuild made nothing of ${program}`);
  return `${output.text}${licences(root, Object.keys(metafile.inputs))}`;
}

/**
 * Joins programs with everything that they import: a text for each, and texts for what several of them need.
 *
 * @param base - the folder of all programs; the result has paths as below it
 */
export function bundleTogether(
  root: string,
  base: string,
  programs: readonly string[],
  options: BundleOptions,
): Map<string, string> {
  const outdir = join(root, "bundled");
  const how = {
    ...settings(root),
    ...options,
    splitting: true,
    outbase: base,
    outdir,
    chunkNames: "shared/[name]-[hash]",
  };
  const { metafile, outputFiles } = buildSync({ ...how, entryPoints: [...programs] });
  return new Map(
    outputFiles.map(({ path, text }) => {
      const name = relative(root, path).replaceAll("\\", "/");
      const { inputs } = metafile.outputs[name] ?? { inputs: {} };
      return [relative(outdir, path), `${text}${licences(root, Object.keys(inputs))}`];
    }),
  );
}

function settings(root: string): BuildOptions & { readonly write: false; readonly metafile: true } {
  return {
    absWorkingDir: root,
    bundle: true,
    write: false,
    metafile: true,
    platform: "node",
    target: "node20",
    alias: {
      undici: join(import.meta.dirname, "undici-pool.mjs"),
      libsql: join(import.meta.dirname, "node-sqlite.cjs"),
    },
    legalComments: "none",
    logLevel: "error",
  };
}

const PACKAGE = /^node_modules\/((?:@[^/]+\/)?[^/]+)/u;

/** Packages that are installed separately, or not at all. */
export const NEVER_BUNDLED: readonly string[] = [
  "@orgform/fleet",
  "@orgform/mcp",
  "@orgform/policy",
  "@orgform/sandbox",
  "@orgform/watch",
  "@pulumi/pulumi",
];

/** Packages that an executable doesn't contain either: those of the user's own project, and those with native code. */
export const NEVER_IN_EXECUTABLE = NEVER_BUNDLED.filter(
  (name) => !["@orgform/policy", "@orgform/sandbox"].includes(name),
);

/** Names of third-party packages in a program's bundle, without external ones. */
export function packagesIn(root: string, program: string, outside: readonly string[] = NEVER_BUNDLED): string[] {
  const how = { ...settings(root), entryPoints: [program], outdir: root, external: [...outside] };
  return packagesAmong(Object.keys(buildSync(how).metafile.inputs));
}

function packagesAmong(inputs: readonly string[]): string[] {
  return [...new Set(inputs.flatMap((path) => PACKAGE.exec(path)?.[1] ?? []))].toSorted();
}

function licences(root: string, inputs: readonly string[]): string {
  const packages = packagesAmong(inputs);
  if (packages.length === 0) return "";
  const texts = packages.map((name) => {
    const files = ["LICENSE", "LICENSE.txt"].map((file) => join(root, "node_modules", name, file));
    const file = files.find((path) => existsSync(path));
    if (file === undefined) throw new Error(`${name} has no LICENSE that could go with it`);
    return `${name}\n\n${readFileSync(file, "utf8").trim()}`;
  });
  return `/*\nThis file contains:\n\n${texts.join("\n\n").replaceAll("*/", "* /")}\n*/\n`;
}
