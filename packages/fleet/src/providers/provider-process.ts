import { type ChildProcess, spawn } from "node:child_process";
import { env } from "node:process";
import { createInterface } from "node:readline";

/** What the process printed last is kept for a message, no more than this. */
const LAST_WORDS = 4_000;

/** Settings and secrets of stacks reach the process with each stack, never by its own environment. */
const OF_STACKS = /^(?:ORGFORM|POSTHOG|PULUMI|TF)_/u;

/** What the process answered. */
export interface Answer {
  readonly id: number;
  /** Why it refuses. */
  readonly error?: string;
  /** Where an engine finds the stack: the port of the plugin, or the content of TF_REATTACH_PROVIDERS. */
  readonly port?: number;
  readonly reattach?: Readonly<Record<string, unknown>>;
  /** It serves no stack of this engine, because on this system other users could use it. */
  readonly unguarded?: boolean;
  /** Connections that the engine of a closed stack made. */
  readonly connections?: number;
}

/** One process that serves stacks: requests and answers are lines of JSON on its standard streams. */
export class ProviderProcess {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, (answer: Answer | undefined) => void>();
  readonly #ended: Promise<void>;
  #lastId = 0;
  #words = "";
  hasEnded = false;

  constructor([program, ...args]: readonly [string, ...string[]]) {
    const own = Object.fromEntries(Object.entries(env).filter(([name]) => !OF_STACKS.test(name)));
    const child = spawn(program, args, { stdio: ["pipe", "pipe", "pipe"], env: own });
    this.#child = child;
    // A write to a process that has just ended; its end is told by itself.
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

  /** What it wrote to standard error last. */
  get lastWords(): string {
    return this.#words.trim();
  }

  /**
   * Sends a request.
   *
   * @returns the answer; undefined when the process ended instead
   * @throws Error with the words of the process when it refuses
   */
  async ask(request: Readonly<Record<string, unknown>>): Promise<Answer | undefined> {
    if (this.hasEnded) return undefined;
    this.#lastId += 1;
    const id = this.#lastId;
    const answer = await new Promise<Answer | undefined>((resolve) => {
      this.#waiting.set(id, resolve);
      this.#child.stdin?.write(`${JSON.stringify({ id, ...request })}\n`);
    });
    if (answer?.error !== undefined) throw new Error(`The shared provider process: ${answer.error}`);
    return answer;
  }

  /** Asks it to end, and waits for that. */
  async end(): Promise<void> {
    this.#child.stdin?.end();
    await this.#ended;
  }

  #take(line: string): void {
    const answer = JSON.parse(line) as Answer;
    const tell = this.#waiting.get(answer.id);
    this.#waiting.delete(answer.id);
    tell?.(answer);
  }
}
