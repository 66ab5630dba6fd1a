import { expect, jest, test } from "@jest/globals";

import { driftReport } from "../support/drift-report.ts";
import { IgnoreRules } from "../../src/cli/drift/ignore.ts";
import type { Values } from "../../src/model/json-value.ts";
import { readState } from "../../src/cli/state/read-state.ts";
import { TABLE_DIALECTS } from "../support/dialects.ts";
import { addMember } from "../support/scenario-people.ts";
import { startWorld, type World } from "../support/scenario-world.ts";
import { pulumiState, type StoredObject } from "../support/state-files.ts";

jest.setTimeout(120_000);

/** Most requests of one look at 1,000 objects. */
const MOST_REQUESTS = 45;

const PROJECTS = 20;

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

/** An object as a state holds it, with nothing but what identifies it. */
function entryOf(resource: string, id: string, state: Values, inputs: readonly string[]): StoredObject {
  const declared = Object.fromEntries(Object.entries(state).filter(([name]) => inputs.includes(name)));
  return { resource, name: id, inputs: declared, entry: { id, state: { ...state, stateVersion: 1 } } };
}

/** Fills an organization: 1,000 objects of every kind that has many. */
async function fill(world: World): Promise<StoredObject[]> {
  const { organizationId, send } = world;
  const below = `organizations/${organizationId}`;
  const made: StoredObject[] = [];
  const keep = (resource: string, key: string, state: Values): void =>
    void made.push(
      entryOf(resource, `${organizationId}/${key}`, { organizationId, ...state }, [
        "organizationId",
        "projectId",
        "name",
        "interval",
        "destination",
        "domain",
        "email",
        "level",
      ]),
    );
  for (const index of numbers(150)) {
    const domain = `d${index}.example`;
    const domainId = await world.addDomain(organizationId, domain);
    keep("Domain", domainId, { domain, domainId });
  }
  for (const index of numbers(100)) {
    const { id } = await send("POST", `${below}/roles/`, { name: `Role ${index}` });
    keep("Role", String(id), { name: `Role ${index}`, roleId: id });
  }
  for (const index of numbers(630)) {
    const email = `m${index}@acme.example`;
    addMember(world, email, 1);
    keep("Member", email, { email, level: "member" });
  }
  for (const index of numbers(50)) {
    const email = `i${index}@acme.example`;
    await send("POST", `${below}/invites/`, { target_email: email, level: 1 });
    keep("Invite", email, { email, level: "member" });
  }
  for (const index of numbers(30)) {
    const { id } = await send("POST", `${below}/plugins/`, { name: `Item ${index}`, plugin_type: "source" });
    keep("Plugin", String(id), { name: `Item ${index}`, itemId: String(id) });
  }
  for (const index of numbers(PROJECTS)) {
    const { id } = await send("POST", `${below}/projects/`, { name: `Project ${index}` });
    keep("Project", String(id), { name: `Project ${index}`, projectId: String(id) });
    const declared = { name: `Export ${index}`, interval: "day", destination: { noOp: {} } };
    const sent = { ...declared, destination: { type: "NoOp", config: {} } };
    const made = await send("POST", `projects/${String(id)}/batch_exports/`, sent);
    keep("BatchExport", String(made["id"]), { projectId: String(id), ...declared, exportId: made["id"] });
  }
  return made;
}

const CLEAN = { outcome: "clean", changed: [], missing: [], unmanaged: [], unchecked: [], declared: 1_000 };

test("1,000 objects cost at most 45 requests in each dialect", async () => {
  const world = await startWorld("2025-08");
  try {
    world.settleIn(world.organizationId);
    world.sandbox.control.updateOrganization(world.organizationId, { plugins_access_level: 9 });
    const stored = await fill(world);
    expect(stored).toHaveLength(1_000);
    const stack = readState(pulumiState(stored), "it");
    const settings = { host: world.sandbox.host, apiKey: world.apiKey };
    const rules = new IgnoreRules("Member founder@*\nProject Default project", "rules");
    let most = 0;
    for (const dialect of TABLE_DIALECTS) {
      world.sandbox.control.setDialect(dialect);
      world.sandbox.control.clearRequests();
      const { outcome, changed, missing, unmanaged, unchecked, declared } = await driftReport(stack, settings, rules);
      expect({ outcome, changed, missing, unmanaged, unchecked, declared }).toEqual(CLEAN);
      const requests = world.sandbox.control.requests();
      expect(requests.length).toBeLessThanOrEqual(MOST_REQUESTS);
      expect(new Set(requests.map(({ method }) => method))).toEqual(new Set(["GET"]));
      most = Math.max(most, requests.length);
    }
    // A setting that a list row leaves out costs a request for each project that declares it.
    const described = stored.map((one) => {
      if (one.resource !== "Project") return one;
      const [state, inputs] = [one.entry.state, one.inputs].map((values) => ({ ...values, productDescription: "x" }));
      return { ...one, inputs: inputs ?? {}, entry: { id: one.entry.id, state: state ?? {} } };
    });
    world.sandbox.control.clearRequests();
    const second = await driftReport(readState(pulumiState(described), "it"), settings, rules);
    expect(second.changed).toHaveLength(PROJECTS);
    const asked = world.sandbox.control.requests().filter(({ path }) => !/\/activity(?:_log)?\//u.test(path));
    expect(asked.length).toBeLessThanOrEqual(most + PROJECTS);
  } finally {
    await world.sandbox.close();
  }
});
