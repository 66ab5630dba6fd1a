import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { env } from "node:process";
import { createInterface } from "node:readline";
import * as z from "zod";

/** The process's latest output is kept for a message, up to this length. */
const LAST_WORDS = 4_000;

/** The response of the process: to any request, to `open`, and to `close`. */
const ANSWER = z.object({
  id: z.number(),
  /** Why it refuses. */
  error: z.string().optional(),
  /** Variables by which the engine finds the stack; none if other users of this system could use the stack's server. */
  environment: z.record(z.string(), z.string()).optional(),
  /** Connections that the engine of a closed stack made. */
  connections: z.number().optional(),
});

export type Answer = z.output<typeof ANSWER>;

/** One process that serves stacks. Requests and responses are lines of JSON on its standard streams. */
export class ProviderProcess {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #waiting = new Map<number, (answer: Answer | undefined) => void>();
  readonly #ended: Promise<void>;
  #lastId = 0;
  #words = "";
  hasEnded = false;

  /**
   * @param ofStacks - prefixes of the variables that belong to stacks: settings and secrets reach the process with each
   *   stack, never by its own environment
   */
  constructor([program, ...args]: readonly [string, ...string[]], ofStacks: readonly string[]) {
    const isOwn = ([name]: [string, unknown]): boolean => !ofStacks.some((prefix) => name.startsWith(prefix));
    const own = Object.fromEntries(Object.entries(env).filter(isOwn));
    const child = spawn(program, args, { stdio: ["pipe", "pipe", "pipe"], env: own });
    this.#child = child;
    // A write to a process that has just ended; another event reports its end.
    child.stdin.on("error", () => undefined);
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      this.#words = (this.#words + text).slice(-LAST_WORDS);
    });
    createInterface({ input: child.stdout }).on("line", (line) => this.#take(line));
    this.#ended = new Promise((resolve) => {
      const end = (): void => {
        this.hasEnded = true;
        for (const tell of this.#waiting.values()) tell(undefined);
        this.#waiting.clear();
        resolve();
      };
      child.on("error", (error) => {
        this.#words = error.message;
        end();
      });
      child.on("exit", end);
    });
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** Its latest output on standard error. */
  get lastWords(): string {
    return this.#words.trim();
  }

  /**
   * Sends a request.
   *
   * @returns the response; undefined if the process ended instead
   * @throws Error with the message of the process if it refuses
   */
  async ask(request: Readonly<Record<string, unknown>>): Promise<Answer | undefined> {
    if (this.hasEnded) return undefined;
    this.#lastId += 1;
    const id = this.#lastId;
    const answer = await new Promise<Answer | undefined>((resolve) => {
      this.#waiting.set(id, resolve);
      this.#child.stdin.write(`${JSON.stringify({ id, ...request })}\n`);
    });
    if (answer?.error !== undefined) throw new Error(`The shared provider process: ${answer.error}`);
    return answer;
  }

  /** Asks it to end, and waits for its end. */
  async end(): Promise<void> {
    this.#child.stdin.end();
    await this.#ended;
  }

  #take(line: string): void {
    const answer = ANSWER.parse(JSON.parse(line));
    const tell = this.#waiting.get(answer.id);
    this.#waiting.delete(answer.id);
    tell?.(answer);
  }
}
