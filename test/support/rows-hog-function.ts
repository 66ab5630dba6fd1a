import type { Values } from "../../src/model/json-value.ts";
import { ownId, type RowDeclaration } from "./row-declaration.ts";
import type { World } from "./scenario-world.ts";

const NAME = `Globex hook |Łódź| "3" 'x'`;
const URL_INPUT = { key: "url", label: "Address", type: "string" };
const TOKEN_INPUT = { key: "token", label: "Token", secret: true, type: "string" };
const ADDRESS = "https://hook.globex.example/in";
const OTHER_ADDRESS = "https://hook.globex.example/out";
const FILTERS = { filter_test_accounts: true };
const MASKING = { hash: "{person.id}", ttl: 60 };
const MAPPINGS = [{ filters: { events: [{ id: "signup", type: "events" }] }, name: "Sign up" }];

/** The template's code in the sandbox. */
const TEMPLATE_CODE = "fetch(inputs.url, {'method': inputs.method, 'headers': inputs.headers, 'body': inputs.body})";
const TEMPLATE_INPUTS = [
  { key: "url", type: "string", label: "Address", required: true },
  { key: "method", type: "choice", label: "Method", choices: [{ label: "POST", value: "POST" }], default: "POST" },
  { key: "body", type: "json", label: "Body", default: { event: "{event}" } },
  { key: "headers", type: "dictionary", label: "Headers", default: {} },
];

/** An input as the service stores it, with false flags filled in. */
const kept = (input: Values): Values => ({ hidden: false, required: false, secret: false, ...input });

const TEMPLATE = "GET /projects/:id/hog_function_templates/template-webhook/";

function full({ projectId }: Values): Values {
  return {
    projectId,
    type: "destination",
    templateId: "template-webhook",
    hog: "fetch(inputs.url)",
    name: NAME,
    description: "Calls globex",
    enabled: true,
    inputsSchema: JSON.stringify([URL_INPUT, TOKEN_INPUT]),
    inputs: JSON.stringify({ url: ADDRESS }),
    liquidInputs: ["url"],
    secretInputs: { token: "hog-canary" },
    filters: JSON.stringify(FILTERS),
    masking: JSON.stringify(MASKING),
    mappings: JSON.stringify(MAPPINGS),
    executionOrder: 3,
    iconUrl: "/static/globex.png",
    rotate: "first",
    allowDuplicateName: false,
  };
}

/** A destination from a template, with its own code and inputs, one of them secret. */
export const hogFunctionRow: RowDeclaration = {
  resource: "HogFunction",
  at: "/projects/:id/hog_functions/",
  controlledAs: "hog-functions",
  onlyIn: "2026-09",
  setUp: (world) => {
    const { organizationId, otherOrganizationId } = world;
    const [project, other] = [world.project(organizationId), world.project(otherOrganizationId)];
    return Promise.resolve({ projectId: String(project), otherProjectId: String(other) });
  },
  minimal: ({ projectId }) => ({
    projectId,
    type: "destination",
    templateId: "template-webhook",
    name: NAME,
    hog: "return event",
    inputsSchema: JSON.stringify([URL_INPUT, TOKEN_INPUT]),
  }),
  // From a template, so its creation sends as many requests as the full one, and with inputs that can have a value.
  alsoMinimal: ["templateId", "hog", "inputsSchema"],
  full,
  changes: () => ({
    name: { to: "Globex bell" },
    hog: { to: "return event" },
    description: { to: "Rings" },
    enabled: { to: false },
    inputsSchema: {
      to: JSON.stringify([{ ...URL_INPUT, label: "Where" }, TOKEN_INPUT]),
      wire: { inputs_schema: [kept({ ...URL_INPUT, label: "Where" }), kept(TOKEN_INPUT)] },
    },
    inputs: {
      to: JSON.stringify({ url: OTHER_ADDRESS }),
      wire: { values: { url: OTHER_ADDRESS } },
    },
    liquidInputs: { to: [], wire: { liquid: [] } },
    secretInputs: { to: { token: "hog-rotated" }, wire: { secrets: { token: { value: "hog-rotated" } } } },
    filters: {
      to: JSON.stringify({ properties: [{ key: "plan", value: "pro" }] }),
      wire: { filters: { source: "events", properties: [{ key: "plan", value: "pro" }] } },
    },
    masking: {
      to: JSON.stringify({ ...MASKING, threshold: 5 }),
      wire: { masking: { ...MASKING, threshold: 5 } },
    },
    mappings: {
      to: JSON.stringify([{ name: "Pay" }]),
      wire: { mappings: [{ name: "Pay", inputs_schema: [], inputs: {}, filters: { source: "events" } }] },
    },
    executionOrder: { to: 5 },
    iconUrl: { to: "/static/bell.png" },
  }),
  removals: {
    // A template gives a new function another description.
    description: { description: "" },
    iconUrl: { icon_url: null },
    // The template's code again.
    hog: { hog: TEMPLATE_CODE },
    inputsSchema: { inputs_schema: TEMPLATE_INPUTS.map(kept), secrets: {} },
    inputs: { values: {} },
    liquidInputs: { liquid: [] },
    // The service clears no secret.
    secretInputs: { secrets: { token: { value: "hog-canary" } } },
    filters: { filters: { source: "events" } },
    executionOrder: { execution_order: 3 },
  },
  // Only transformations have an order, see conformance/hog-functions.
  lacking: { "2026-09": ["executionOrder"] },
  replacements: ({ otherProjectId }) => ({
    projectId: otherProjectId,
    type: "site_destination",
    templateId: "template-sendgrid",
  }),
  excludes: { type: ["templateId"] },
  imported: { allowDuplicateName: false },
  notImported: ["rotate", "secretInputs"],
  stored: { allowDuplicateName: true },
  checkRequests: ["LIST", TEMPLATE],
  edit: { field: "name", value: "Renamed elsewhere" },
  remove: ({ sandbox }, id) => void sandbox.control.call("PATCH", `hog-functions/${ownId(id)}`, { deleted: true }),
  look: (world, id) => shown(functionsIn(world).find((row) => row["id"] === ownId(id))),
  count: (world, { name }) => functionsIn(world).filter((row) => row["name"] === name).length,
  derived: ["updated_at", "version"],
  existing: {
    own: (world, inputs) => make(world, inputs, {}),
    ownRequests: ["LIST", TEMPLATE, "HOMES", "ACCOUNT", "CHANGE"],
    foreign: (world, inputs) => make(world, inputs, { description: "Somebody's" }),
    foreignReason: /description is "Somebody's", declared is "Calls globex"/u,
    knownBy: "name",
  },
  blindWhenStale: {
    "take over": "a list from before the function was made lacks it, and the service takes a second one of that name",
  },
  looksBehind: ["create"],
  requests: { create: ["LIST", TEMPLATE, "HOMES", "MAKE", "LIST"], delete: ["CHANGE"] },
};

function functionsIn({ sandbox }: World): readonly Values[] {
  const rows = sandbox.control.call("GET", "hog-functions") as readonly Values[];
  return rows.filter(({ deleted }) => deleted === false);
}

/** A stored function, with only the values of its inputs. */
function shown(row: Values | undefined): Values | undefined {
  if (row === undefined) return undefined;
  const { inputs, ...rest } = row;
  const all = Object.entries(inputs as Readonly<Record<string, Values>>);
  const given = all.flatMap(([key, { value }]) => (value === undefined || value === null ? [] : [[key, value]]));
  const liquid = all.filter(([, { templating }]) => templating === "liquid").map(([key]) => key);
  return { ...rest, values: Object.fromEntries(given) as Values, liquid };
}

async function make(world: World, { projectId }: Values, further: Values): Promise<void> {
  await world.send("POST", `projects/${String(projectId)}/hog_functions/`, {
    type: "destination",
    template_id: "template-webhook",
    hog: "fetch(inputs.url)",
    name: NAME,
    description: "Calls globex",
    enabled: true,
    inputs_schema: [URL_INPUT, TOKEN_INPUT],
    inputs: { url: { value: ADDRESS, templating: "liquid" }, token: { value: "hog-canary" } },
    filters: FILTERS,
    masking: MASKING,
    mappings: MAPPINGS,
    icon_url: "/static/globex.png",
    ...further,
  });
}
