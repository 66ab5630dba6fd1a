import { existsSync, lstatSync, readlinkSync, realpathSync, statSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import process from "node:process";
import { SETTINGS, type Settings } from "../../app/settings.ts";
import { servedNamed } from "../../app/served.ts";
import { createRedactor } from "../../client/client.ts";
import { secretTextsIn } from "../../model/secret-texts.ts";
import { settingsOf } from "../settings.ts";
import { readStateFile, type RecordedStack } from "../state/read-state.ts";
import { readStackState } from "../state/stack-state.ts";
import { UsageError } from "../usage-error.ts";

/** Variables whose values are always secrets: `PULUMI_CONFIG_PASSPHRASE`, `AWS_SECRET_ACCESS_KEY`. */
const SECRET_NAME = /KEY|TOKEN|SECRET|PASSW|PASSPHRASE|CREDENTIAL/iu;

/** Shorter ones are switches rather than secrets. */
const SHORTEST_SECRET = 8;

/** Shared by the tools of one server: the allowed folder, the settings, and every secret met so far. */
export class Workspace {
  readonly #root: string;
  readonly #host: string | undefined;
  readonly #redactor = createRedactor();
  readonly environment: NodeJS.ProcessEnv;

  constructor(folder: string, host: string | undefined, environment: NodeJS.ProcessEnv = process.env) {
    this.#root = realpathSync(folder);
    this.#host = host;
    this.environment = environment;
    const known = SETTINGS.filter(({ secret }) => secret).flatMap(({ variables }) => variables);
    for (const [name, value = ""] of Object.entries(environment)) {
      if (known.includes(name) || (SECRET_NAME.test(name) && value.length >= SHORTEST_SECRET))
        this.#redactor.add(value);
    }
  }

  /** The text without any secret of the environment, or of a state that was read. */
  redact(text: string): string {
    return this.#redactor.text(text);
  }

  /** @throws UsageError that names each setting that is missing */
  settings(): Settings {
    return settingsOf({ host: this.#host }, this.environment);
  }

  get host(): string | undefined {
    return this.#host;
  }

  /** A path that a client named; those outside of the server's folder are refused, also by a link. */
  path(given: string): string {
    const path = resolve(this.#root, given);
    const way = relative(this.#root, realPath(path));
    if (way !== ".." && !way.startsWith(`..${sep}`) && resolve(way) !== way) return path;
    throw new UsageError(
      `${given} is outside the server's folder ${this.#root}. Name a path in that folder, or start the server with --cwd.`,
    );
  }

  /** A file that a client named. Anything else, such as a pipe without a writer, would block forever. */
  file(given: string): string {
    const path = this.path(given);
    if (!existsSync(path) || statSync(path).isFile()) return path;
    throw new UsageError(`${given} isn't a file, but a folder, a pipe, or a device. Name a file.`);
  }

  /** The state of a stack, by its program's folder or by a file; from here on, no response contains its secrets. */
  async stack(given: {
    readonly folder: string;
    readonly stack?: string | undefined;
    readonly stateFile?: string | undefined;
  }): Promise<RecordedStack> {
    const { stateFile, stack } = given;
    const read =
      stateFile === undefined
        ? await readStackState({ folder: this.path(given.folder), stack, environment: this.environment })
        : readStateFile(this.file(stateFile));
    for (const { resource, state } of read.objects) {
      const definition = servedNamed(resource);
      for (const text of definition === undefined ? [] : secretTextsIn(definition, state)) this.#redactor.add(text);
    }
    return read;
  }
}

/** The real path; for a path that doesn't exist yet, that of its existing part, including broken links. */
function realPath(path: string): string {
  if (existsSync(path)) return realpathSync(path);
  const above = dirname(path);
  if (above === path) return path;
  const here = join(realPath(above), relative(above, path));
  const isLink = lstatSync(here, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  return isLink ? realPath(resolve(dirname(here), readlinkSync(here))) : here;
}
