import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";

import { decodeValue, encodeValue } from "../../../src/engines/terraform/provider/values.ts";
import type { Values } from "../../../src/model/json-value.ts";
import { fastTime } from "../../support/scenario-clock.ts";
import { addMember, memberIn } from "../../support/scenario-people.ts";
import { startWorld, type World } from "../../support/scenario-world.ts";
import { configOf, type KeptObject, TerraformProcess } from "../../support/terraform-process.ts";
import { PROCESS_ENVIRONMENT } from "../../support/process-environment.ts";

const ANN = "ann@acme.example";
const BOB = "bob@acme.example";

const RULES = /access_controls\/$/u;

/** Moves need access rules, which only newer services have. */
describe("an object that moved from the vendor's provider, dialect 2026-09", () => {
  let world: World;
  let provider: TerraformProcess;
  let projectId: string;

  beforeAll(async () => {
    world = await startWorld("2026-09");
    for (const email of [ANN, BOB]) addMember(world, email, 1);
    projectId = String(world.project(world.organizationId));
  });

  afterAll(() => world.sandbox.close());

  beforeEach(async () => {
    provider = new TerraformProcess({ environment: PROCESS_ENVIRONMENT, clock: fastTime(200).driver });
    const { organizationId } = world;
    await provider.configure({ host: world.sandbox.host, apiKey: world.apiKey, organizationId });
    world.sandbox.control.clearRequests();
  });

  const sent = (): string[] => world.sandbox.control.requests().map(({ method, path }) => `${method} ${path}`);
  const writes = (): string[] => sent().filter((request) => !request.startsWith("GET"));

  async function moved(type: string, resource: string, state: Values): Promise<KeptObject> {
    const { message, diagnostics } = await provider.call("MoveResourceState", {
      sourceProviderAddress: "posthog",
      sourceTypeName: type,
      sourceSchemaVersion: 0,
      sourceState: { json: Buffer.from(JSON.stringify(state)) },
      targetTypeName: provider.schema(resource).typeName,
    });
    expect(diagnostics).toEqual([]);
    const object = decodeValue(message["targetState"]) as Values;
    return { object, private: message["targetPrivate"] as Uint8Array };
  }

  async function read(resource: string, kept: KeptObject) {
    const { message, diagnostics } = await provider.call("ReadResource", {
      typeName: provider.schema(resource).typeName,
      currentState: encodeValue(kept.object),
      private: kept.private,
    });
    const object = decodeValue(message["newState"]) as Values | null;
    const texts = diagnostics.map(({ summary, detail }) => `${summary}\n${detail}`);
    return { object, private: message["private"] as Uint8Array, texts };
  }

  /** Reads, plans, and applies. Returns the plan and the state. */
  async function applied(resource: string, kept: KeptObject, declared: Values) {
    const schema = provider.schema(resource);
    const config = configOf(schema, declared);
    const { planned, diagnostics, message } = await provider.plan(schema, kept, config);
    expect(diagnostics).toEqual([]);
    expect(message["requiresReplace"]).toEqual([]);
    const done = await provider.apply(schema, kept, planned, config);
    expect(done.diagnostics).toEqual([]);
    return { planned, done };
  }

  const ruleOf = (email: string): Values => ({
    project_id: projectId,
    organization_member: memberIn(world, email)?.["id"],
    access_level: "member",
  });

  const putRule = (email: string, level: string | null) =>
    world.send("PUT", `projects/${projectId}/access_controls/`, {
      organization_member: memberIn(world, email)?.["id"],
      access_level: level,
    });

  test("a rule of a member gets the address and the organization, counts as the program's own, and goes with it", async () => {
    await putRule(ANN, "member");
    world.sandbox.control.clearRequests();
    const kept = await moved("posthog_project_member", "ProjectAccess", ruleOf(ANN));
    expect(sent()).toEqual([]);
    const found = await read("ProjectAccess", kept);
    const id = `${projectId}/member:${ANN}`;
    expect(found.texts).toEqual([]);
    const { organizationId } = world;
    expect(found.object).toMatchObject({ id, email: ANN, subject: `member:${ANN}`, organization_id: organizationId });
    const declared = { projectId, email: ANN, level: "member" };
    const { planned } = await provider.plan(
      provider.schema("ProjectAccess"),
      found,
      configOf(provider.schema("ProjectAccess"), declared),
    );
    expect(planned).toEqual(found.object);
    expect(writes()).toEqual([]);
    const gone = await provider.apply(provider.schema("ProjectAccess"), found, null);
    expect(gone.object).toBeNull();
    expect(writes()).toEqual([expect.stringMatching(RULES)]);
  });

  test("a rule that was deleted with its member is gone; while it exists, a hidden member is an error", async () => {
    const state = ruleOf(BOB);
    const kept = await moved("posthog_project_member", "ProjectAccess", state);
    expect(await read("ProjectAccess", kept)).toMatchObject({ object: null, texts: [] });
    await putRule(BOB, "member");
    const user = world.sandbox.control.users().find(({ email }) => email === BOB)?.id ?? "";
    world.sandbox.control.updateUser(user, { isActive: false });
    provider = new TerraformProcess({ environment: PROCESS_ENVIRONMENT, clock: fastTime(200).driver });
    await provider.configure({ host: world.sandbox.host, apiKey: world.apiKey });
    const hidden = await read("ProjectAccess", kept);
    expect(hidden.texts.join("\n")).toContain("the list of members lacks its membership");
    world.sandbox.control.updateUser(user, { isActive: true });
  });

  test("a plan without a refresh is refused, also one that removes the object", async () => {
    const kept = await moved("posthog_project_member", "ProjectAccess", ruleOf(ANN));
    const schema = provider.schema("ProjectAccess");
    for (const config of [configOf(schema, { projectId, email: ANN, level: "member" }), null]) {
      const { diagnostics, message } = await provider.plan(schema, kept, config);
      expect(diagnostics.map(({ detail }) => detail).join()).toContain("Plan without `-refresh=false`");
      expect(message["requiresReplace"] ?? []).toEqual([]);
    }
    expect(sent()).toEqual([]);
  });

  test.each(["slug", "@current"])("an organization by %s is looked up once for all", async (form) => {
    const { organizationId } = world;
    world.settleIn(organizationId);
    const { slug } = await world.send("GET", `organizations/${organizationId}/`);
    const text = form === "slug" ? String(slug) : form;
    const made = ["One", "Two", "Three"].map((name) =>
      world.send("POST", `organizations/${organizationId}/roles/`, { name: `${name} ${form}` }),
    );
    const roles = await Promise.all(made);
    world.sandbox.control.clearRequests();
    const read3 = roles.map(async ({ id, name }) => {
      const kept = await moved("posthog_role", "Role", { id, name, organization_id: text });
      return read("Role", kept);
    });
    const found = await Promise.all(read3);
    expect(found.map(({ object }) => object?.["id"])).toEqual(roles.map(({ id }) => `${organizationId}/${String(id)}`));
    expect(found.map(({ object }) => object?.["organization_id"])).toEqual(roles.map(() => organizationId));
    const reads = form === "slug" ? /GET \/api\/organizations\/\?/u : /GET \/api\/organizations\/@current\//u;
    expect(sent().filter((request) => reads.test(request))).toHaveLength(1);
  });

  test("an object that isn't in the slug's current organization stays in the state", async () => {
    const { slug } = await world.send("GET", `organizations/${world.organizationId}/`);
    const state = { id: "01950000-0000-7000-8000-000000000001", name: "Elsewhere", organization_id: slug };
    const { texts } = await read("Role", await moved("posthog_role", "Role", state));
    expect(texts.join("\n")).toContain("the object isn't there");
    const unknown = await read("Role", await moved("posthog_role", "Role", { ...state, organization_id: "nobody" }));
    expect(unknown.texts.join("\n")).toContain("There is no orgform_organization nobody");
  });

  test.each([
    ["nobody declared", {}, null],
    ["the program declares", { timezone: "Europe/Berlin" }, "Europe/Berlin"],
  ])("a time zone that %s is not written", async (_what, declared, planned) => {
    const path = `organizations/${world.organizationId}/projects/`;
    const { id, name, api_token } = await world.send("POST", path, {
      name: `Zone ${planned}`,
      timezone: "Europe/Berlin",
    });
    world.sandbox.control.clearRequests();
    const { organizationId } = world;
    const state = { id, name, api_token, organization_id: organizationId, timezone: "Europe/Berlin" };
    const found = await read("Project", await moved("posthog_project", "Project", state));
    const change = await applied("Project", found, { organizationId, name, ...declared });
    expect(change.planned["timezone"]).toBe(planned);
    expect(writes()).toEqual([]);
    // From then on, the program counts: a value that leaves it is reset.
    const again = await read("Project", change.done);
    await applied("Project", again, { organizationId, name });
    expect(writes()).toHaveLength(planned === null ? 0 : 1);
  });

  test("a secret of the other state is gone after the first refresh if the provider stores no secrets", async () => {
    const { organizationId } = world;
    const settings = { host: world.sandbox.host, apiKey: world.apiKey, organizationId, storeSecrets: false };
    await provider.configure(settings);
    const state = {
      id: Number(projectId),
      organization_id: organizationId,
      name: "Default project",
      api_token: "phc_x",
    };
    const found = await read("Project", await moved("posthog_project", "Project", state));
    expect(found.texts).toEqual([]);
    expect(found.object).toMatchObject({ project_id: projectId, api_token: null });
  });

  test("a function without a declared `enabled` stays enabled, and gets a name and its organization", async () => {
    const path = `projects/${projectId}/hog_functions/`;
    const body = { type: "destination", name: "On", hog: "return event", enabled: true };
    const { id } = await world.send("POST", path, body);
    world.sandbox.control.clearRequests();
    const state = { id, project_id: projectId, type: "destination", hog: "return event", enabled: true };
    const found = await read("HogFunction", await moved("posthog_hog_function", "HogFunction", state));
    expect(found.object).toMatchObject({ name: "On", organization_id: world.organizationId, enabled: true });
    const declared = { projectId, type: "destination", name: "On", hog: "return event" };
    const { planned } = await applied("HogFunction", found, declared);
    expect(planned["enabled"]).toBeNull();
    expect(planned["organization_id"]).toBe(world.organizationId);
    expect(writes()).toEqual([]);
  });
});
