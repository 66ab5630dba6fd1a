import { setTimeout as pause } from "node:timers/promises";

/** A database that can't be used; the message names it and the next step, and never contains the password. */
export class PostgresError extends Error {}

/** The database, and the tables it should have. */
export interface PostgresOptions {
  /** `postgres://user:password@host:5432/name`: a secret. */
  readonly url: string;
  /** Schema of the tables. */
  readonly schema: string;
  /** The statements that upgrade the tables from each version to the next; released ones never change. */
  readonly migrations: readonly string[];
  /** Loads `pg`. */
  readonly load?: () => Promise<unknown>;
}

/** One transaction. */
export interface PostgresSession {
  /** Runs a statement, and returns its rows. @param values - of `$1`, `$2`, and so on */
  rows<Row>(statement: string, values?: readonly unknown[]): Promise<Row[]>;
}

/** The used part of `pg`. @source node-postgres.com/apis/pool, node-postgres.com/features/types */
interface Pg {
  readonly Pool: new (config: object) => Pool;
  readonly types: { getTypeParser(type: number, format?: string): unknown };
}

interface Pool {
  connect(): Promise<Client>;
  end(): Promise<void>;
  on(event: "error", listener: () => void): void;
  on(event: "connect", listener: (client: Client) => void): void;
}

interface Client {
  on(event: "error", listener: () => void): void;
  query(statement: string, values?: readonly unknown[]): Promise<{ readonly rows: unknown }>;
  /** @param isBroken - whether the connection is closed, so the server rolls back everything that wasn't committed */
  release(isBroken?: boolean): void;
}

const NAME: string = "pg";

const MISSING =
  "A PostgreSQL database needs the package pg, which is not installed. Run `npm install pg` and this command again.";

/** How long connecting and a response can take, in milliseconds. */
const CONNECT_MS = 10_000;
const ANSWER_MS = 30_000;

/** Retries after an interrupted connection, and the wait before the first, which doubles: half a minute in total. */
const TRIES = 7;
const WAIT_MS = 250;

/** Fewer when a command starts: a wrong address should be told soon. */
const OPEN_TRIES = 2;

const INT8 = 20;

/** Tables in PostgreSQL, which processes on several machines share. */
export class PostgresDatabase {
  readonly #pool: Pool;
  readonly #where: string;
  readonly #secrets: readonly string[];

  private constructor(pg: Pg, url: string) {
    const { where, secrets } = partsOf(url);
    this.#where = where;
    this.#secrets = secrets;
    this.#pool = new pg.Pool({
      connectionString: url,
      max: 5,
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: ANSWER_MS,
      keepAlive: true,
      application_name: "orgform",
      types: {
        // Milliseconds and row counts are exact as numbers.
        getTypeParser: (type: number, format?: string) =>
          type === INT8 ? Number : pg.types.getTypeParser(type, format),
      },
    });
    // A connection that breaks between two statements is replaced; if there is a next statement, it reports the break.
    this.#pool.on("error", () => undefined);
    this.#pool.on("connect", (client) => client.on("error", () => undefined));
  }

  /** Connects, and upgrades the tables; if two processes start together, one waits. @throws PostgresError */
  static async open({
    url,
    schema,
    migrations,
    load = () => import(NAME),
  }: PostgresOptions): Promise<PostgresDatabase> {
    const database = new PostgresDatabase(await loaded(load), url);
    try {
      await database.#repeated(() => database.#once((session) => migrate(session, schema, migrations)), OPEN_TRIES);
      return database;
    } catch (error) {
      await database.close();
      throw database.#told(error);
    }
  }

  /**
   * Does something completely or not at all. It is repeated after an interrupted connection, even if the commit
   * succeeded and only its response was lost. So `act` must have the same result if it runs twice.
   *
   * @throws PostgresError
   */
  transaction<T>(act: (session: PostgresSession) => Promise<T>): Promise<T> {
    return this.#repeated(() => this.#once(act));
  }

  /**
   * Runs one statement that the server commits by itself: a process that is cut off or suspended leaves no lock behind.
   * It is repeated like a transaction.
   *
   * @param values - called for each try
   * @throws PostgresError
   */
  statement<Row>(statement: string, values: () => readonly unknown[]): Promise<Row[]> {
    return this.#repeated(
      () => this.#connected(async (client) => (await client.query(statement, values())).rows as Row[]), // -- the tables of who asks
    );
  }

  async #repeated<T>(once: () => Promise<T>, tries = TRIES): Promise<T> {
    for (let tried = 0; ; tried += 1) {
      try {
        return await once();
      } catch (error) {
        if (tried >= tries || !isPassing(error)) throw this.#told(error);
        await pause(WAIT_MS * 2 ** tried);
      }
    }
  }

  close(): Promise<void> {
    return this.#pool.end();
  }

  #once<T>(act: (session: PostgresSession) => Promise<T>): Promise<T> {
    return this.#connected(async (client) => {
      await client.query("BEGIN");
      const result = await act({
        rows: async <Row>(statement: string, values?: readonly unknown[]) =>
          (await client.query(statement, values)).rows as Row[], // -- the tables of who asks
      });
      await client.query("COMMIT");
      return result;
    });
  }

  async #connected<T>(act: (client: Client) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect();
    let isBroken = true;
    try {
      const result = await act(client);
      isBroken = false;
      return result;
    } finally {
      client.release(isBroken);
    }
  }

  /** No cause: the library's error can contain the URL. */
  #told(error: unknown): PostgresError {
    if (error instanceof PostgresError) return error;
    const said =
      error instanceof Error && error.message !== "" ? error.message : (codeOf(error) ?? "it doesn't answer");
    const reason = this.#secrets.reduce((text, secret) => text.replaceAll(secret, "***"), said);
    return new PostgresError(
      `The database ${this.#where} can't be used: ${reason}. Check the URL, the server, and the rights of the user.`,
    );
  }
}

async function migrate(session: PostgresSession, schema: string, migrations: readonly string[]): Promise<void> {
  await session.rows("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [`${schema} migrations`]);
  const isThere = async (what: "class" | "namespace", name: string): Promise<boolean> => {
    const [row] = await session.rows<{ found: boolean }>(`SELECT to_reg${what}($1) IS NOT NULL AS found`, [name]);
    return row?.found === true;
  };
  // Once the tables exist, a user needs only the rights to read and write them.
  if (!(await isThere("class", `${schema}.versions`))) {
    if (!(await isThere("namespace", schema))) await session.rows(`CREATE SCHEMA ${schema}`);
    await session.rows(`CREATE TABLE ${schema}.versions (version integer PRIMARY KEY, since timestamptz NOT NULL)`);
  }
  const [row] = await session.rows<{ version: number }>(
    `SELECT coalesce(max(version), 0) AS version FROM ${schema}.versions`,
  );
  const version = row?.version ?? 0;
  if (version > migrations.length) {
    throw new Error(`it has the format ${version} of a newer version, and this one knows ${migrations.length}`);
  }
  for (const [index, step] of migrations.entries()) {
    if (index < version) continue;
    await session.rows(step);
    await session.rows(`INSERT INTO ${schema}.versions VALUES ($1, now())`, [index + 1]);
  }
}

async function loaded(load: () => Promise<unknown>): Promise<Pg> {
  let found: unknown;
  try {
    found = await load();
  } catch (error) {
    throw new PostgresError(MISSING, { cause: error });
  }
  const inner = typeof found === "object" && found !== null && "default" in found ? found.default : undefined;
  if (isPg(inner)) return inner;
  if (isPg(found)) return found;
  throw new PostgresError("The installed pg isn't version 8. Run `npm install pg@8` and this command again.");
}

function isPg(value: unknown): value is Pg {
  return typeof value === "object" && value !== null && "Pool" in value && "types" in value;
}

/** Placeholder for a missing host: `pg` then uses a local socket, but a URL with a user needs a host. */
const SOCKET = "localhost";

/** Host and name of a database, and what must be in no message. @throws PostgresError without the URL */
function partsOf(url: string): { readonly where: string; readonly secrets: readonly string[] } {
  const parts = parsedUrl(url) ?? parsedUrl(url.replace("@/", `@${SOCKET}/`));
  if (parts === undefined || !["postgres:", "postgresql:"].includes(parts.protocol)) {
    throw new PostgresError("The URL of the database should be postgres://user:password@host:5432/name.");
  }
  const passwords = [parts.password, parts.searchParams.get("password") ?? ""];
  const secrets = [url, ...passwords, ...passwords.map(decoded)].filter((secret) => secret !== "");
  const host = parts.searchParams.get("host") ?? parts.host;
  return { where: `${decoded(host)}${parts.pathname}`, secrets };
}

// Not imported: `@orgform/fleet` has a copy of this module.
function parsedUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** SQLSTATE of ended connections, of starting or stopping servers, and of conflicting transactions; system codes; messages of `pg`. */
const PASSING_CODES =
  /^(?:08...|40001|40P01|53300|57P0[123]|ECONN.*|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN)$/u;
const PASSING_WORDS = /^(?:Connection terminated|timeout exceeded|Query read timeout|Client has encountered)/u;

function isPassing(error: unknown): boolean {
  return PASSING_CODES.test(codeOf(error) ?? "") || (error instanceof Error && PASSING_WORDS.test(error.message));
}

function codeOf(error: unknown): string | undefined {
  const code = typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : undefined;
}
