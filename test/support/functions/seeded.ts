import type { Values } from "../../../src/model/json-value.ts";
import type { World } from "../scenario-world.ts";

/** The sandbox's time while functions are called: a Wednesday. */
export const NOW = "2030-01-09T12:00:00.218Z";

/** URL of a pipeline item that has a newer version. */
const GREETER = "https://github.com/acme/greeter";

/** The objects of the functions, all in one organization that has nothing else. */
export interface Seeded {
  readonly organizationId: string;
  readonly projectId: string;
  /** Ada with two distinct IDs and her plan; Bob with one. */
  readonly ada: string;
  readonly bob: string;
  /** Ada's newest event of that name. */
  readonly look: string;
  readonly domainId: string;
  /** A proxy record that the service gave up. */
  readonly recordId: string;
  readonly exportId: string;
  readonly pausedExportId: string;
  /** Numbers of pipeline items, by the family that each fits. */
  readonly items: Readonly<Record<ItemFamily, string>>;
  readonly member: string;
  readonly roleId: string;
  /** A hog function of the project; if the service has none, an ID that doesn't exist. */
  readonly functionId: string;
  readonly projectToken: string;
}

type ItemFamily = keyof typeof CAPABILITIES;

/** Capabilities that make an item show in a family. */
const CAPABILITIES = {
  plugins: { methods: ["onEvent"] },
  pipelineDestinations: { methods: ["onEvent"] },
  pipelineTransformations: { methods: ["processEvent"] },
  pipelineImportApps: { scheduled_tasks: ["runEveryMinute"] },
  pipelineFrontendApps: {},
} as const;

/** Creates everything that rows need, and stops the sandbox's clock. */
export async function setSeeded(world: World): Promise<Seeded> {
  const { sandbox, otherOrganizationId: organizationId } = world;
  sandbox.control.setClock(NOW, true);
  world.settleIn(organizationId);
  const [project] = sandbox.control.call("GET", `projects?organization=${organizationId}`) as Values[];
  const projectId = String(project?.["number"]);
  const projectToken = String(project?.["api_token"]);
  const functionId = await addFunction(world, projectId);
  await capture(world, projectToken);
  const people = await addPeople(world, organizationId);
  const inProject = await addToProject(world, projectId);
  const items = addItems(world, organizationId);
  await world.send("POST", `organizations/${organizationId}/plugins/`, { plugin_type: "source", name: "Written here" });
  await addNewest(world, { organizationId, projectId, ...people });
  const looks = await world.send("GET", `projects/${projectId}/events/?event=look&limit=1`);
  const look = String((looks["results"] as Values[])[0]?.["id"]);
  return { organizationId, projectId, projectToken, look, ...people, ...inProject, items, functionId };
}

/** Persons and their events: Ada looked and paid, Bob only looked. */
async function capture({ sandbox }: World, token: string): Promise<void> {
  const did = (distinct_id: string, event: string, at: string, properties: Values = {}) => ({
    distinct_id,
    event,
    timestamp: `2030-01-${at}Z`,
    properties,
  });
  const batch = [
    did("ada", "$set", "02T09:00:00", { $set: { email: "ada@acme.example", plan: "pro" } }),
    did("ada", "$create_alias", "02T09:00:01", { alias: "ada-2" }),
    did("bob", "$set", "02T09:00:02", { $set: { email: "bob@acme.example", plan: "free" } }),
    did("bob", "look", "03T10:00:00"),
    did("ada", "look", "05T10:00:00", { $browser: "Firefox", $elements: [{ tag_name: "a", text: "Home" }] }),
    did("ada", "$set", "06T10:00:00", { $set: { plan: "max" } }),
    did("bob", "look", "08T09:00:00"),
    did("ada", "look", "08T10:00:00", { $browser: "Chrome" }),
    did("ada", "$pageview", "08T10:10:00", { $current_url: "https://acme.example/home" }),
    did("ada", "$pageview", "08T10:11:00", { $current_url: "https://acme.example/pay" }),
    did("ada", "pay", "08T11:00:00"),
  ];
  const body = JSON.stringify({ api_key: token, batch });
  const answer = await fetch(`${sandbox.host}/batch/`, { method: "POST", body });
  if (!answer.ok) throw new Error(`capture was answered ${answer.status}: ${await answer.text()}`);
}

async function addPeople(world: World, organizationId: string) {
  const { control } = world.sandbox;
  const at = `organizations/${organizationId}`;
  const domainId = await world.addDomain(organizationId, "globex.example");
  const challenge = String(world.domain(domainId)?.["verification_challenge"]);
  control.setDns("_posthog-challenge.globex.example", [challenge]);
  const { id: member } = control.createUser({ email: "grace@acme.example", firstName: "Grace" });
  control.addMembership({ userId: member, organizationId, level: 8 });
  const invite = { target_email: "ann@acme.example", level: 8, first_name: "Ann", message: "Welcome" };
  await world.send("POST", `${at}/invites/`, invite);
  const role = await world.send("POST", `${at}/roles/`, { name: "Engineers" });
  await world.send("POST", `${at}/roles/${String(role["id"])}/role_memberships/`, { user_uuid: member });
  const record = await world.send("POST", `${at}/proxy_records/`, { domain: "e.acme.example" });
  const recordId = String(record["id"]);
  control.call("PATCH", `proxy-records/${recordId}`, { status: "timed_out" });
  return { domainId, member, recordId, roleId: String(role["id"]) };
}

async function addToProject(world: World, projectId: string) {
  const { control } = world.sandbox;
  control.call("PATCH", `projects/${projectId}`, { is_generating_demo_data: true });
  await world.send("PATCH", `projects/${projectId}/`, { timezone: "Europe/Berlin" });
  const persons = control.call("GET", `persons?project=${projectId}`) as { id: string; distinct_ids: string[] }[];
  const idOf = (distinctId: string) => persons.find((one) => one.distinct_ids.includes(distinctId))?.id ?? "";
  await world.send("PATCH", `projects/${projectId}/persons/${idOf("bob")}/`, { properties: { seen: true } });
  control.call("POST", "cohorts", { project: Number(projectId), name: "Payers", persons: [idOf("ada")] });
  const destination = { type: "S3", config: { bucket_name: "b", region: "r", prefix: "p/" } };
  const made = await world.send("POST", `projects/${projectId}/batch_exports/`, {
    name: "nightly",
    interval: "day",
    destination,
    start_at: "2030-01-01T00:00:00Z",
  });
  const exportId = String(made["id"]);
  const stopped = { name: "stopped", interval: "day", destination, paused: true };
  const pausedExportId = String((await world.send("POST", `projects/${projectId}/batch_exports/`, stopped))["id"]);
  control.call("POST", `batch-exports/${exportId}/runs`, {
    status: "Failed",
    start_at: "2030-01-07T00:00:00Z",
    end_at: "2030-01-08T00:00:00Z",
    created_at: "2030-01-08T00:00:01Z",
    finished_at: "2030-01-08T00:01:00Z",
    records_completed: 20,
    latest_error: "no such bucket",
  });
  const line = { instance_id: "run-1", timestamp: "2030-01-08T00:00:30Z", level: "error", message: "no such bucket" };
  control.call("POST", `batch-exports/${exportId}/logs`, line);
  return { ada: idOf("ada"), bob: idOf("bob"), exportId, pausedExportId };
}

/** A function with an input, and a line in its log; older services show nothing of it. */
async function addFunction({ sandbox, send }: World, projectId: string): Promise<string> {
  const { dialect } = sandbox;
  sandbox.control.setDialect("2026-09");
  const made = await send("POST", `projects/${projectId}/hog_functions/`, {
    type: "destination",
    name: "Hook",
    description: "Calls home",
    template_id: "template-webhook",
    hog: "fetch(inputs.url)",
    inputs: { url: { value: "https://acme.example/hook" } },
    filters: { filter_test_accounts: true },
    masking: { ttl: 60, hash: "{person.id}" },
    mappings: [{ name: "Sign up", filters: { events: [{ id: "signup", type: "events" }] } }],
    icon_url: "/static/hook.png",
  });
  const id = String(made["id"]);
  sandbox.control.call("POST", `hog-functions/${id}/logs`, {
    message: "no answer",
    level: "ERROR",
    instance_id: "run-1",
  });
  sandbox.control.setDialect(dialect);
  return id;
}

/** Objects that the service has since 2026 and that are only looked up; older services show nothing of them. */
async function addNewest(
  { sandbox, send }: World,
  { organizationId, projectId, domainId, roleId }: Pick<Seeded, "organizationId" | "projectId" | "domainId" | "roleId">,
): Promise<void> {
  const { dialect } = sandbox;
  sandbox.control.setDialect("2026-09");
  await send("PUT", `projects/${projectId}/access_controls/`, { access_level: "admin", role: roleId });
  const ofKind = { access_level: "viewer", resource: "dashboard" };
  await send("PUT", `projects/${projectId}/resource_access_controls/`, ofKind);
  await send("POST", `organizations/${organizationId}/identity_provider_configs/`, {
    name: "Okta",
    config_scope: "oidc",
    organization_domain_ids: [domainId],
    oidc_issuer_url: "https://acme.okta.example",
    oidc_client_id: "acme",
  });
  await send("POST", `projects/${projectId}/integrations/`, {
    kind: "databricks",
    config: { server_hostname: "acme.databricks.example", client_id: "acme", client_secret: "never shown" },
  });
  sandbox.control.setDialect(dialect);
}

function addItems({ sandbox: { control } }: World, organizationId: string): Seeded["items"] {
  const manifest = JSON.stringify({ name: "Greeter" });
  const release = (tag: string) => ({ tag, files: { "plugin.json": manifest, "index.ts": `// ${tag}` } });
  control.call("PUT", "plugin-archives", { "github.com/acme/greeter": [release("v1"), release("v2")] });
  control.call("PUT", "plugin-repository", [{ name: "Greeter", url: GREETER }]);
  const entries = Object.entries(CAPABILITIES).map(([family, capabilities]) => {
    const more = family === "plugins" ? { plugin_type: "custom", url: GREETER } : {};
    const item = { organizationId, name: `One of ${family}`, description: "Mails", capabilities, ...more };
    return [family, String((control.call("POST", "plugins", item) as Values)["number"])];
  });
  return Object.fromEntries(entries) as Seeded["items"]; // -- one entry per family
}
