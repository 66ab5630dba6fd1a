import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * Rewrites syntax that a compiler of 2020 can't read, in the declarations of a build.
 *
 * Pulumi programs without their own TypeScript are compiled by version 3.8, which comes with the SDK. It accepts no
 * import of a `.ts` file, no `type` inside the braces of an import or export, and no `export type *`. In a declaration
 * file, all three mean the same without these words.
 */
const REWRITES: readonly (readonly [pattern: RegExp, by: string])[] = [
  [/(\bfrom\s+|\bimport\()"(\.{1,2}\/[^"]*)\.ts"/gu, '$1"$2.js"'],
  [/^export type \* from/gmu, "export * from"],
];

const BRACES = /^(?:import|export)(?: type)? \{[^}]*\}/gmu;

/** A text of declarations in words that every compiler from 3.8 on knows. */
export function plainDeclarations(text: string): string {
  const plain = text.replace(BRACES, (head) => head.replaceAll(/([{,]\s*)type (?=[A-Za-z_$])/gu, "$1"));
  return REWRITES.reduce((rewritten, [pattern, by]) => rewritten.replaceAll(pattern, by), plain);
}

const REFERENCES = /(?:\bfrom\s+|\bimport\()"(?<target>\.{1,2}\/[^"]*)\.[jt]s"/gu;

/** The declaration files that a program reaches from those at the top of a folder, which are the public entries. */
function reachedFrom(folder: string): Set<string> {
  const entries = readdirSync(folder).filter((name) => name.endsWith(".d.ts"));
  const reached = new Set(entries.map((name) => join(folder, name)));
  // A loop over a set also visits items that are added during the loop.
  for (const path of reached) {
    for (const { groups } of readFileSync(path, "utf8").matchAll(REFERENCES)) {
      const target = join(dirname(path), `${groups?.["target"] ?? ""}.d.ts`);
      if (existsSync(target)) reached.add(target);
    }
  }
  return reached;
}

/** Rewrites every declaration file below a folder that a program can reach, and takes the others away. */
export function rewriteDeclarations(folder: string): void {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".d.ts"));
  const reached = reachedFrom(folder);
  for (const path of names.map((name) => join(folder, name))) {
    if (!reached.has(path)) {
      rmSync(path);
      continue;
    }
    const text = readFileSync(path, "utf8");
    const plain = plainDeclarations(text);
    if (plain !== text) writeFileSync(path, plain);
  }
}
