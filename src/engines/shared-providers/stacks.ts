import * as z from "zod";

import { OneAccount } from "../../app/one-account.ts";
import type { CallsOfConnection } from "../../grpc/server.ts";
import type { AttachedEngine } from "../attached.ts";
import { ENGINE_NAMES, type EngineName } from "../engine.ts";
import { attached as pulumi } from "../pulumi/plugin/attached.ts";
import { attached as terraform } from "../terraform/provider/attached.ts";
import { Connections } from "./connections.ts";

/** Serves the stacks of each engine: an engine without one doesn't compile. */
const ATTACHED: Readonly<Record<EngineName, AttachedEngine>> = { pulumi, terraform };

/** A stack for the parent to have served. */
const openSchema = z.strictObject({
  id: z.number(),
  do: z.literal("open"),
  engine: z.enum(ENGINE_NAMES),
  stack: z.string().min(1),
  /** The folder of the program, absolute. */
  folder: z.string().min(1),
  /** The environment that a separate provider would find: settings, records, proxies. */
  environment: z.record(z.string(), z.string()),
});

/** The requests of the parent. */
export const requestSchema = z.discriminatedUnion("do", [
  openSchema,
  z.strictObject({ id: z.number(), do: z.literal("close"), stack: z.string() }),
]);

/** The parent process's facts about a stack. */
interface Opened {
  /** Variables by which the engine finds the provider; absent if any user of the machine could use it. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** A stack that is served. */
interface ServedStack {
  close(): void;
  /** Connections that engines made so far; none for a program without resources of the plugin. */
  connections: number;
}

/** The stacks of a process, each at a place of its own with settings of its own. */
export class Stacks {
  readonly connections = new Connections();
  readonly #served = new Map<string, ServedStack>();

  /** Serves a stack, if other users of the machine can be kept out. */
  async open(stack: z.output<typeof openSchema>): Promise<Opened> {
    if (this.#served.has(stack.stack)) throw new Error(`The stack ${stack.stack} is served already`);
    const engine = ATTACHED[stack.engine];
    if (!(await engine.isGuarded())) return {};
    const served: ServedStack = { close: () => undefined, connections: 0 };
    this.#served.set(stack.stack, served);
    const account = new OneAccount();
    const { environment, folder } = stack;
    const calls: CallsOfConnection = (closed) => {
      served.connections += 1;
      return this.connections.calls(engine.provider({ environment, folder, account }), closed);
    };
    try {
      const { close, variables } = await engine.serve(calls);
      served.close = close;
      return { environment: variables };
    } catch (error) {
      this.#served.delete(stack.stack);
      throw error;
    }
  }

  /** Ends the connections of a stack and forgets everything about it; tells how many there were. */
  close(stack: string): { readonly connections: number } {
    const served = this.#served.get(stack);
    this.#served.delete(stack);
    served?.close();
    return { connections: served?.connections ?? 0 };
  }

  /** Ends all of them. */
  closeAll(): void {
    for (const stack of this.#served.keys()) this.close(stack);
  }
}
