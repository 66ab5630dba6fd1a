import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildSync } from "esbuild";

/** What pages load in place of the engine of the search: all of it, but asked as people ask. */
const ENTRY = `import * as engine from "./engine/pagefind.js";
import { askedAsPeopleDo } from "./engine/questions.js";

// By default, the engine looks for its index beside itself.
const basePath = new URL("./", import.meta.url).pathname;

export * from "./engine/pagefind.js";
export const options = (given) => engine.options({ ...given, basePath });
export const search = (question, options) => askedAsPeopleDo(question, (words) => engine.search(words, options));
`;

/** Puts our queries in front of the search engine of a built site, whose pages only know the engine's path. */
export function putQuestionsFirst(site: string): void {
  const folder = join(site, "pagefind");
  mkdirSync(join(folder, "engine"));
  renameSync(join(folder, "pagefind.js"), join(folder, "engine/pagefind.js"));
  buildSync({
    entryPoints: [join(import.meta.dirname, "questions.ts")],
    outfile: join(folder, "engine/questions.js"),
    format: "esm",
    target: "es2022",
    minify: true,
  });
  writeFileSync(join(folder, "pagefind.js"), ENTRY);
}
