import type { Values } from "../../src/model/json-value.ts";
import type { Engine, EngineRun, Entry } from "./engine-under-test.ts";
import { startWorld, type World } from "./scenario-world.ts";

/** One resource at a service of 2026-09, in processes of one engine, with all their messages. */
export class NewestService {
  readonly world: World;
  readonly #engine: Engine;
  readonly #resource: string;
  #runs: EngineRun[] = [];

  private constructor(world: World, engine: Engine, resource: string) {
    this.world = world;
    this.#engine = engine;
    this.#resource = resource;
  }

  static async open(engine: Engine, resource: string): Promise<NewestService> {
    return new NewestService(await startWorld("2026-09"), engine, resource);
  }

  start(): EngineRun {
    const run = this.world.start(this.#engine);
    this.#runs.push(run);
    return run;
  }

  /** Checks and creates in a process of its own. */
  async create(declared: Values): Promise<{ entry: Entry; inputs: Values }> {
    const run = this.start();
    const { inputs, problems } = await run.check(this.#resource, undefined, declared);
    if (problems.length > 0) throw new Error(`check of ${this.#resource} found: ${problems.join("; ")}`);
    return { entry: await run.create(this.#resource, inputs), inputs };
  }

  said(): string {
    return this.#runs.flatMap(({ messages }) => messages.map(({ text }) => text)).join("\n");
  }

  /** From here on only what comes later counts as said. */
  forget(): void {
    this.#runs = [];
  }
}
