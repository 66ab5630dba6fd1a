import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { builtPaths } from "../set-up/generated.cjs";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** A test that failed, and its file. */
export interface Failure {
  readonly file: string;
  readonly test: string;
}

/** The current files of the checkout, including new ones. */
export function filesOfCheckout(): string[] {
  const { stdout } = spawnSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
  });
  return [...stdout.split("\0"), ...builtPaths(root)].filter((name) => name !== "" && existsSync(join(root, name)));
}

/** The text of a file of the checkout. */
export function textOf(file: string): string {
  return readFileSync(join(root, file), "utf8");
}

/** A copy of the checkout, to be changed and thrown away. */
export class Copy {
  readonly #folder = mkdtempSync(join(tmpdir(), "orgform-faults-"));

  constructor(files: readonly string[]) {
    for (const name of files) {
      mkdirSync(dirname(join(this.#folder, name)), { recursive: true });
      cpSync(join(root, name), join(this.#folder, name));
    }
    for (const name of ["node_modules", "dist"].filter((one) => existsSync(join(root, one)))) {
      symlinkSync(join(root, name), join(this.#folder, name), "junction");
    }
  }

  /** Does something while a file has another text. */
  with<T>(file: string, text: string, work: () => T): T {
    writeFileSync(join(this.#folder, file), text);
    try {
      return work();
    } finally {
      writeFileSync(join(this.#folder, file), textOf(file));
    }
  }

  /** The first test that fails in the files and folders, except those to be omitted; undefined if all pass. */
  firstFailure(tests: readonly string[], leftOut: Iterable<string> = []): Failure | undefined {
    const ignored = [...leftOut].flatMap((file) => ["--testPathIgnorePatterns", file]);
    const args = ["--rootDir", this.#folder, "--bail", "--silent", "--no-color", ...ignored, "--testPathPatterns"];
    const jest = join(root, "node_modules/jest/bin/jest.js");
    const { status, stderr } = spawnSync(process.execPath, [jest, ...args, ...tests], {
      cwd: this.#folder,
      stdio: ["ignore", "ignore", "pipe"],
      encoding: "utf8",
      maxBuffer: 2 ** 28,
    });
    if (status === 0) return undefined;
    const [, file] = /^FAIL (\S+)/mu.exec(stderr) ?? [];
    if (file === undefined) throw new Error(`jest could not run: ${stderr.slice(-1000)}`);
    return { file, test: /^ {2}● (.*)$/mu.exec(stderr)?.[1] ?? "the file itself" };
  }

  dispose(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
