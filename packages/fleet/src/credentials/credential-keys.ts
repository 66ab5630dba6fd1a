import { execFile } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import process from "node:process";
import { resolve } from "node:path";
import { promisify } from "node:util";

import type { CredentialSource } from "../file/fleet-schema.ts";
import { membersOf } from "../members.ts";

const SECRET = "[secret]";

/** A command that prompts a person hangs; one that reads a vault takes seconds. */
const COMMAND_LIMIT_MS = 60_000;

/** A credential without a key; the message names it, its source, and the next step, but contains no key. */
export class CredentialError extends Error {}

/** The API keys of a fleet by the names of their credentials; each is read once, when it is first needed. */
export class CredentialKeys {
  readonly #sources: Readonly<Record<string, CredentialSource>>;
  readonly #environment: NodeJS.ProcessEnv;
  readonly #folder: string;
  readonly #keys = new Map<string, Promise<string>>();
  readonly #known = new Set<string>();

  /** @param folder - folder of the fleet file; the paths of files and commands are relative to it */
  constructor(
    sources: Readonly<Record<string, CredentialSource>>,
    { environment, folder }: { readonly environment: NodeJS.ProcessEnv; readonly folder: string },
  ) {
    this.#sources = sources;
    this.#environment = environment;
    this.#folder = folder;
  }

  /** @throws CredentialError if there is no key */
  async keyOf(name: string): Promise<string> {
    const known = this.#keys.get(name);
    if (known !== undefined) return known;
    const found = this.#find(name);
    this.#keys.set(name, found);
    const key = await found;
    this.#known.add(key);
    return key;
  }

  /** Address at which the credential's key is valid; undefined if the environment or the program sets it. */
  hostOf(name: string): string | undefined {
    return this.#sources[name]?.host;
  }

  /** The text with all keys redacted that were read. */
  redact(text: string): string {
    return [...this.#known].reduce((shown, key) => shown.replaceAll(key, SECRET), text);
  }

  async #find(name: string): Promise<string> {
    const source = this.#sources[name];
    if (source === undefined)
      throw new CredentialError(`There is no credential ${JSON.stringify(name)} in the fleet file.`);
    const { key, from } = await this.#read(name, source);
    if (key.trim() === "")
      throw new CredentialError(`The credential ${JSON.stringify(name)} is empty: ${from} gives no key.`);
    return key.trim();
  }

  async #read(name: string, source: CredentialSource): Promise<{ key: string; from: string }> {
    if ("environment" in source) {
      const from = `the environment variable ${source.environment}`;
      return { key: this.#environment[source.environment] ?? "", from: `${from} is not set, or` };
    }
    if ("command" in source)
      return { key: await this.#printed(name, source.command), from: `\`${source.command[0]}\`` };
    return { key: this.#fileText(name, source.file), from: source.file };
  }

  async #printed(name: string, [program = "", ...args]: readonly string[]): Promise<string> {
    const options = { cwd: this.#folder, env: this.#environment, timeout: COMMAND_LIMIT_MS };
    try {
      return (await promisify(execFile)(program, args, options)).stdout;
    } catch (error) {
      // The error shows neither its output nor its arguments: both can hold a secret.
      const { code, signal } = membersOf(error);
      const how = code === "ENOENT" ? "is not on PATH" : `ended with ${String(code ?? signal)}`;
      throw new CredentialError(
        `The command of the credential ${JSON.stringify(name)}, ${program}, ${how}. Run it by hand.`,
      );
    }
  }

  #fileText(name: string, file: string): string {
    const path = resolve(this.#folder, file);
    try {
      const { mode } = statSync(path);
      if (process.platform === "win32" || (mode & 0o077) === 0) return readFileSync(path, "utf8");
    } catch (error) {
      const { code } = membersOf(error);
      throw new CredentialError(
        `The file of the credential ${JSON.stringify(name)}, ${file}, cannot be read: ${String(code)}.`,
      );
    }
    throw new CredentialError(
      `The file of the credential ${JSON.stringify(name)}, ${file}, is readable by other users: run \`chmod 600 ${file}\`.`,
    );
  }
}
