import { randomUUID } from "node:crypto";
import type { Answer } from "../../../packages/sandbox/src/pipeline/exchange.ts";
import { type Route, createRouter } from "../../../packages/sandbox/src/pipeline/find-route.ts";
import { answerRequest } from "../../../packages/sandbox/src/pipeline/service-pipeline.ts";
import { type SandboxOptions, openWorld } from "../../../packages/sandbox/src/sandbox.ts";
import type { Family } from "../../../packages/sandbox/src/family.ts";
import { exchangeOf } from "../../../packages/sandbox/src/server.ts";
import type { SandboxControl } from "../../../packages/sandbox/src/index.ts";
import type { World } from "../../../packages/sandbox/src/world.ts";

/** A world that also has the routes, jobs and control routes of a made-up family. */
export type SmallWorld = {
  readonly world: World;
  readonly control: SandboxControl;
  readonly organizationId: string;
  send(method: string, url: string, key?: string, headers?: Record<string, string>): Answer;
  key(scopes: readonly string[] | null, limits?: { scopedTeams?: number[]; scopedOrganizations?: string[] }): string;
};

/** Opens a sandbox without a server. */
export function worldWith(
  family: Partial<Family> & { routes: readonly Route[] },
  options: SandboxOptions = {},
): SmallWorld {
  const { world: opened, seeded, control } = openWorld(options);
  const jobs = { once: { ...opened.jobs.once, ...family.jobs?.once }, recurring: { ...family.jobs?.recurring } };
  const world: World = { ...opened, jobs, families: [...opened.families, { name: "small", ...family }] };
  const router = createRouter(family.routes);
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
      return answerRequest({ ...exchangeOf(world, request), world, match });
    },
    key: (scopes, limits = {}) => {
      const value = `phx_${randomUUID()}`;
      return control.createKey({ email: "founder@acme.example", scopes, value, ...limits }).apiKey;
    },
  };
}
