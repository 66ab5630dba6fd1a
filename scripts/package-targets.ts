/** The parts of package.json that promise files to the outside. */
export interface Manifest {
  readonly main?: string;
  readonly types?: string;
  readonly bin?: Readonly<Record<string, string>>;
  readonly exports?: unknown;
  readonly typesVersions?: unknown;
}

/** Every string found in a nested value of objects and arrays. */
function stringsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(stringsIn);
}

/** Every path into `dist` that the manifest names, once each; `*` means any part of a name. */
export function promisedTargets(manifest: Manifest): string[] {
  const named = [manifest.main, manifest.types, manifest.bin, manifest.exports, manifest.typesVersions];
  return [...new Set(named.flatMap(stringsIn))].filter((target) => target.startsWith("./dist/"));
}

/** The promised targets that are missing in `files` (paths beginning with `./`); a pattern needs at least one match. */
export function missingTargets(manifest: Manifest, files: readonly string[]): string[] {
  const have = new Set(files);
  return promisedTargets(manifest).filter((target) => {
    const [before, after] = target.split("*");
    if (before === undefined || after === undefined) return !have.has(target);
    return !files.some((file) => file.startsWith(before) && file.endsWith(after) && file.length > target.length - 1);
  });
}
