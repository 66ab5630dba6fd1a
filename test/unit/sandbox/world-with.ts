import { randomUUID } from "node:crypto";
import type { Answer, Route } from "../../../packages/sandbox/src/pipeline/exchange.ts";
import { createRouter } from "../../../packages/sandbox/src/pipeline/find-route.ts";
import { answerRequest } from "../../../packages/sandbox/src/pipeline/service-pipeline.ts";
import { type SandboxOptions, openWorld } from "../../../packages/sandbox/src/sandbox.ts";
import { exchangeOf } from "../../../packages/sandbox/src/server.ts";
import type { SandboxControl } from "../../../packages/sandbox/src/index.ts";
import type { World } from "../../../packages/sandbox/src/world.ts";

/** A world in which requests find made-up routes. */
export type SmallWorld = {
  readonly world: World;
  readonly control: SandboxControl;
  readonly organizationId: string;
  send(method: string, url: string, key?: string, headers?: Record<string, string>): Answer;
  key(scopes: readonly string[] | null, limits?: { scopedTeams?: number[]; scopedOrganizations?: string[] }): string;
};

/** Opens a sandbox without a server. */
export function worldWith(routes: readonly Route[], options: SandboxOptions = {}): SmallWorld {
  const { world, seeded, control } = openWorld(options);
  const router = createRouter(routes);
  return {
    world,
    control,
    organizationId: seeded.organizationId,
    send(method, url, key = seeded.apiKey, headers = {}) {
      const request = {
        method,
        url,
        bodyBytes: Buffer.alloc(0),
        headers: { ...headers, authorization: `Bearer ${key}` },
      };
      const match = router.find(url.split("?")[0] ?? "");
      return answerRequest({ ...exchangeOf(world, request), match });
    },
    key: (scopes, limits = {}) => {
      const value = `phx_${randomUUID()}`;
      return control.createKey({ email: "founder@acme.example", scopes, value, ...limits }).apiKey;
    },
  };
}
