import { randomUUID } from "node:crypto";
import { existsSync, lstatSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { codeOf } from "../file-error.ts";
import { UsageError } from "../usage-error.ts";

/**
 * Writes a whole file or none: to a temporary one beside it, which then replaces it. A device or pipe, which can't be
 * replaced, is written to directly, also through a link such as `/dev/stdout`; a link to a file is refused, because
 * anyone who can create it would choose which file is overwritten.
 *
 * @param flag - the flag that names the file, for messages
 * @throws UsageError if the file can't be written; an existing file is still there
 */
export function writeWhole(path: string, text: string | Uint8Array, flag = "--out"): void {
  const isThere = existsSync(path);
  if (isThere && statSync(path).isDirectory()) {
    throw new UsageError(`${flag} ${path} is a folder. Give the path of a file in it.`);
  }
  const isOrdinary = !isThere || statSync(path).isFile();
  if (isOrdinary && isLink(path)) {
    throw new UsageError(
      `${flag} ${path} is a symbolic link, which is not followed. Give the path of the file itself.`,
    );
  }
  const written = isOrdinary ? `${path}.${randomUUID()}.tmp` : path;
  try {
    writeFileSync(
      written,
      text,
      isOrdinary ? { flag: "wx", ...(typeof text === "string" ? {} : { mode: 0o600 }) } : {},
    );
    if (isOrdinary) renameSync(written, path);
  } catch (error) {
    if (isOrdinary && existsSync(written)) rmSync(written);
    const code = codeOf(error);
    throw new UsageError(
      `${flag} ${path} could not be written: ${code}${WORDS[code] ?? ""}. No part of it was left there.`,
    );
  }
}

function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch {
    // Nothing is there, or can be: the attempt to write says why.
    return false;
  }
}

const WORDS: Readonly<Record<string, string>> = {
  ENOSPC: " (the disk is full)",
  ENOENT: " (its folder does not exist)",
  ENOTDIR: " (a folder in its path is a file)",
  EACCES: " (not allowed)",
  EROFS: " (the disk is read-only)",
};
