import { afterAll, beforeAll, expect, test } from "@jest/globals";

import { ENGINES } from "../support/conformance-engine.ts";
import type { Entry } from "../support/engine-under-test.ts";
import { LONG_TIMEOUT } from "../support/scenario-faults.ts";
import { startWorld, type World } from "../support/scenario-world.ts";
import { forEach, range } from "./fixture.ts";

const PROVIDERS = 40;
const IN_FLIGHT = 8;
const RESOURCE = "IdentityProvider";
const SLOW_MS = 120_000;

let world: World;
const entries: Entry[] = [];

beforeAll(async () => {
  world = await startWorld("2026-09");
  const { organizationId } = world;
  world.settleIn(organizationId);
  const [engine] = ENGINES;
  if (engine === undefined) throw new Error("There is no engine.");
  const run = world.start(engine, LONG_TIMEOUT);
  await forEach(range(PROVIDERS), IN_FLIGHT, async (index) => {
    const saml = { entityId: `urn:${index}`, acsUrl: "https://okta.example/sso", x509Cert: `certificate ${index}` };
    // For new domains, because the service accepts one identity provider of a protocol for each domain.
    const declared = { organizationId, name: `Okta ${index}`, protocol: "saml", domainIds: [], saml };
    const { inputs } = await run.check(RESOURCE, undefined, declared);
    entries.push(await run.create(RESOURCE, inputs));
  });
}, SLOW_MS);

afterAll(async () => world.sandbox.close());

test.each(ENGINES.map((engine) => [engine.name, engine] as const))(
  `a refresh of ${PROVIDERS} identity providers costs one list, %s`,
  async (_name, engine) => {
    world.sandbox.control.clearRequests();
    const run = world.start(engine, LONG_TIMEOUT);
    const found: string[] = [];
    await forEach(entries, IN_FLIGHT, async (entry) => {
      found.push((await run.read(RESOURCE, entry))?.id ?? "is gone");
    });
    expect(found.toSorted()).toEqual(entries.map(({ id }) => id).toSorted());
    expect(world.sandbox.control.counts()).toEqual({
      "GET /api/organizations/:organization_id/identity_provider_configs/": 1,
    });
  },
  SLOW_MS,
);
