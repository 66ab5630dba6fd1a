import process from "node:process";

import * as z from "zod";

import { OneAccount } from "../../app/one-account.ts";
import { tellsPeers } from "../../grpc/peer-user.ts";
import type { CallsOfConnection } from "../../grpc/server.ts";
import { AttachedProvider as PulumiProvider, servePort } from "../pulumi/plugin/attached.ts";
import { AttachedProvider as TerraformProvider, serveReattached } from "../terraform/provider/attached.ts";
import { type ConnectionProvider, Connections } from "./connections.ts";

/** A stack that the parent wants served. */
const openSchema = z.strictObject({
  id: z.number(),
  do: z.literal("open"),
  engine: z.enum(["pulumi", "terraform"]),
  stack: z.string().min(1),
  /** The folder of the program, absolute. */
  folder: z.string().min(1),
  /** What a provider of its own would find in its environment: settings, records, proxies. */
  environment: z.record(z.string(), z.string()),
});

/** What the parent may ask for. */
export const requestSchema = z.discriminatedUnion("do", [
  openSchema,
  z.strictObject({ id: z.number(), do: z.literal("close"), stack: z.string() }),
]);

/** Where an engine finds the provider of a stack: a port of this machine, or the content of TF_REATTACH_PROVIDERS. */
type Place = { readonly port: number } | { readonly reattach: Readonly<Record<string, unknown>> };

/** A stack is not served where any user of the machine could have it served. */
type NoPlace = { readonly unguarded: true };

/** Whether nobody but this user can reach what serves an engine here: a folder of his own guards a socket, the system's list of connections a port. */
const isGuarded = (engine: "pulumi" | "terraform"): Promise<boolean> | boolean =>
  engine === "pulumi" ? tellsPeers() : process.platform !== "win32";

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

  /** Serves a stack, where it can be kept from other users of the machine. */
  async open(stack: z.output<typeof openSchema>): Promise<Place | NoPlace> {
    if (this.#served.has(stack.stack)) throw new Error(`The stack ${stack.stack} is served already`);
    if (!(await isGuarded(stack.engine))) return { unguarded: true };
    const served: ServedStack = { close: () => undefined, connections: 0 };
    this.#served.set(stack.stack, served);
    const account = new OneAccount();
    const { environment, folder } = stack;
    const Provider = stack.engine === "pulumi" ? PulumiProvider : TerraformProvider;
    const calls: CallsOfConnection = (closed) => {
      served.connections += 1;
      const provider: ConnectionProvider = new Provider({ environment, folder, account });
      return this.connections.calls(provider, closed);
    };
    try {
      const { close, ...place } = await (stack.engine === "pulumi" ? servePort(calls) : serveReattached(calls));
      served.close = close;
      return place;
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
