import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { nearest } from "../../model/suggest.ts";
import type { UnmanagedObject } from "../../driver/driver.ts";
import { resources } from "../../catalog/resources/index.ts";
import { engines } from "../../engines/index.ts";
import { codeOf } from "../file-error.ts";
import { UsageError } from "../usage-error.ts";

/** Name of the file that is read from the program's folder when no other is named. */
export const IGNORE_FILE = ".orgformignore";

const ANY = "*";

interface Rule {
  readonly resource: string;
  readonly glob: string;
  readonly pattern: RegExp;
}

/**
 * The rules that name one object of a state, under each kind that can list it: services since 2026 distinguish pipeline
 * items in another way.
 */
export function rulesFor({ resource, id }: { readonly resource: string; readonly id: string }): string[] {
  const identityOf = ({ identity }: (typeof resources)[number]): string => identity.parts.join("/");
  const own = resources.find(({ name }) => name === resource);
  const alike = own === undefined ? [] : resources.filter((one) => identityOf(one) === identityOf(own));
  // Special characters of a glob match any one character.
  const glob = id.replaceAll(/[*#\s]/gu, "?");
  return alike.map(({ name }) => `${name} ${glob}`);
}

/** Ignored objects: they are unmanaged on purpose. */
export class IgnoreRules {
  readonly #rules: readonly Rule[];

  /**
   * @param text - a rule per line: the name of a resource or `*`, a space, and a glob for name or ID, with or without
   *   its organization; `*` matches any text, `?` one character. `#` begins a comment
   * @throws UsageError that names the line
   */
  constructor(text: string, file: string) {
    this.#rules = text.split(/\r?\n/u).flatMap((line, index) => ruleIn(line, `${file}:${index + 1}`) ?? []);
  }

  /**
   * Reads the rules of a file; there are none if no file is named and the folder has none.
   *
   * @throws UsageError if a named file can't be read, or a line isn't a rule
   */
  static read(folder: string, named: string | undefined): IgnoreRules {
    const file = named ?? join(folder, IGNORE_FILE);
    if (named === undefined && !existsSync(file)) return new IgnoreRules("", file);
    try {
      return new IgnoreRules(readFileSync(file, "utf8"), file);
    } catch (error) {
      if (error instanceof UsageError) throw error;
      throw new UsageError(`The rules ${file} cannot be read: ${codeOf(error)}. Give a readable file with --ignore.`);
    }
  }

  /** Whether every object of the resource is ignored, so there's no need to read them. */
  ignoresAll(resource: string): boolean {
    return this.#rules.some((rule) => rule.glob === ANY && [ANY, resource].includes(rule.resource));
  }

  ignores({ resource, id, name }: UnmanagedObject): boolean {
    const texts = [name, id, id.split("/").slice(1).join("/")];
    return this.#rules.some(
      (rule) => [ANY, resource].includes(rule.resource) && texts.some((text) => rule.pattern.test(text)),
    );
  }
}

function ruleIn(line: string, where: string): Rule | undefined {
  const text = line.replace(/(?:^|\s)#.*$/u, "").trim();
  if (text === "") return undefined;
  const [, word = "", glob = ""] = /^(\S+)\s+(.+)$/u.exec(text) ?? [];
  const resource = resourceOf(word);
  if (glob === "") throw new UsageError(`${where}: expected a resource and a glob, such as \`Member *@acme.example\`.`);
  const names = resources.map(({ name }) => name);
  if (resource !== ANY && !names.includes(resource)) {
    const near = nearest(resource, names);
    const hint =
      near === undefined ? `Resources are ${names.join(", ")}; * means all of them.` : `Did you mean ${near}?`;
    throw new UsageError(`${where}: ${resource} isn't a resource. ${hint}`);
  }
  return { resource, glob, pattern: patternOf(glob) };
}

/** The resource of a rule: by its own name, or by the name of its type in any engine, as in reports. */
function resourceOf(word: string): string {
  const found = resources.find((one) => engines.some(({ programWriter }) => programWriter.typeName(one) === word));
  return found?.name ?? word;
}

/** A pattern for the whole text; capitals make no difference, as with addresses and domains. */
function patternOf(glob: string): RegExp {
  const source = glob
    .replaceAll(/[\\^$.+()[\]{}|/]/gu, "\\$&")
    .replaceAll("*", ".*")
    .replaceAll("?", ".");
  return new RegExp(`^${source}$`, "isu");
}
