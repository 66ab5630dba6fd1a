import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { build, type Plugin } from "esbuild";

/** Said by an older Node, which would stop at the first thing that it does not know. */
const OLDEST_NODE = "20.19";

/**
 * Stands before the bundle. The file has no extension, so a package.json above it decides how Node reads it: as
 * CommonJS, where `require` is there, or as an ES module, where it is not. Only modules of Node are required.
 */
const HEAD = `
if (process.getBuiltinModule === undefined) {
  console.error("The plugin orgform needs Node ${OLDEST_NODE} or newer; this is " + process.version + ".");
  process.exit(1);
}
var require = process.getBuiltinModule("node:module").createRequire(process.execPath);
`;

/** zod offers its messages in fifty languages, a quarter of the whole file; ours are our own. */
const withoutLocales: Plugin = {
  name: "without-locales",
  setup: ({ onLoad }) => onLoad({ filter: /zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({ contents: "" })),
};

/** Makes one executable text of a program and everything that it imports, with the licences of what is not ours. */
export async function bundle(root: string, program: string): Promise<string> {
  const { metafile, outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [program],
    bundle: true,
    write: false,
    metafile: true,
    platform: "node",
    target: "node20",
    format: "iife",
    banner: { js: HEAD },
    // Names stay, for the stacks of errors.
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: "none",
    plugins: [withoutLocales],
    logLevel: "error",
  });
  const [output] = outputFiles;
  if (output === undefined) throw new Error(`esbuild made nothing of ${program}`);
  return `${output.text}${licences(root, Object.keys(metafile.inputs))}`;
}

const PACKAGE = /^node_modules\/((?:@[^/]+\/)?[^/]+)/u;

function licences(root: string, inputs: readonly string[]): string {
  const packages = [...new Set(inputs.flatMap((path) => PACKAGE.exec(path)?.[1] ?? []))].toSorted();
  const texts = packages.map((name) => {
    const file = join(root, "node_modules", name, "LICENSE");
    if (!existsSync(file)) throw new Error(`${name} has no LICENSE that could go with it`);
    return `${name}\n\n${readFileSync(file, "utf8").trim()}`;
  });
  return `/*\nThis file contains:\n\n${texts.join("\n\n").replaceAll("*/", "* /")}\n*/\n`;
}
