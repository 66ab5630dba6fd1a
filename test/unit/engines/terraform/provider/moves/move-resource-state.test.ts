import { readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "@jest/globals";

import { systemClock } from "../../../../../../src/app/clock.ts";
import { vendorTypes } from "../../../../../../src/engines/terraform/provider/moves/vendor-types.ts";
import { typeNameOf } from "../../../../../../src/engines/terraform/provider/names.ts";
import { decodeValue } from "../../../../../../src/engines/terraform/provider/values.ts";
import { isRecord, type Values } from "../../../../../../src/model/json-value.ts";
import { TerraformProcess } from "../../../../../support/terraform-process.ts";

const FIXTURE = join(__dirname, "../../../../../fixtures/vendor-states/posthog-1.0.13.json");

/** What version 0.1.0 left in a state. */
const RECORDED = join(__dirname, "../../../../../fixtures/states/0.1.0/terraform/state.json");

interface Recorded {
  readonly mode: string;
  readonly type: string;
  readonly instances: readonly [{ readonly schema_version: number; readonly attributes: Values }];
}

const { objects } = JSON.parse(readFileSync(FIXTURE, "utf8")) as { readonly objects: Readonly<Record<string, Values>> };

const ORGANIZATION = "01950000-0000-7000-8000-000000000007";
const ROLE = "01950000-0000-7000-8000-000000000001";
const FULL_ADDRESS = "registry.terraform.io/posthog/posthog";

/** Never configured, as Terraform asks it. */
const provider = new TerraformProcess({ environment: {}, clock: systemClock });

const typeOf = (name: string): string => name.slice(0, name.indexOf("."));

const targetOf = (type: string): string => typeNameOf({ name: vendorTypes.get(type)?.resource ?? "Role" });

interface Asked {
  readonly address?: string;
  readonly target?: string;
  readonly version?: number;
  readonly json?: string;
  readonly kept?: Uint8Array;
}

async function moved(type: string, state: Values, asked: Asked = {}) {
  const { message, diagnostics } = await provider.call("MoveResourceState", {
    sourceProviderAddress: asked.address ?? FULL_ADDRESS,
    sourceTypeName: type,
    sourceSchemaVersion: asked.version ?? 0,
    sourceState: { json: Buffer.from(asked.json ?? JSON.stringify(state)) },
    targetTypeName: asked.target ?? targetOf(type),
    sourcePrivate: asked.kept ?? new Uint8Array(),
  });
  const object = decodeValue(message["targetState"]);
  const set = isRecord(object) ? Object.entries(object).filter(([, value]) => value !== null) : undefined;
  return {
    object: set === undefined ? undefined : Object.fromEntries(set),
    kept: Buffer.from(message["targetPrivate"] as Uint8Array).toString("utf8"),
    refusals: diagnostics.map(({ summary, detail }) => `${summary}\n${detail}`),
  };
}

const RULE = { status: "active" };

const MOVED: Readonly<Record<string, Values>> = {
  "posthog_organization_member.p.admin": {
    id: `${ORGANIZATION}/p0@acme.example`,
    organization_id: ORGANIZATION,
    email: "p0@acme.example",
    level: "admin",
    on_destroy: "remove",
    user_id: "01950000-0000-7000-8000-000000000008",
    joined_at: "2026-11-26T05:19:49.025000Z",
  },
  "posthog_organization_member.p.retained": {
    id: `${ORGANIZATION}/p1@acme.example`,
    organization_id: ORGANIZATION,
    email: "p1@acme.example",
    level: "member",
    on_destroy: "retain",
    user_id: "01950000-0000-7000-8000-000000000009",
    joined_at: "2026-11-26T05:19:49.026000Z",
  },
  "posthog_role.eng": {
    id: `${ORGANIZATION}/${ROLE}`,
    organization_id: ORGANIZATION,
    name: "Engineering",
    role_id: ROLE,
    created_at: "2026-11-26T05:19:52.211000Z",
  },
  "posthog_role_membership.eng": {
    id: `${ORGANIZATION}/${ROLE}/p0@acme.example`,
    organization_id: ORGANIZATION,
    role_id: ROLE,
    email: "p0@acme.example",
    user_id: "01950000-0000-7000-8000-000000000008",
    status: "active",
  },
  "posthog_project.berlin": {
    id: `${ORGANIZATION}/2`,
    organization_id: ORGANIZATION,
    name: "Berlin",
    timezone: "Europe/Berlin",
    deletion_protection: true,
    project_id: "2",
    api_token: "phc_made_up",
  },
  "posthog_project_default_access.web": {
    ...RULE,
    id: "3/default",
    project_id: "3",
    level: "none",
    subject: "default",
  },
  "posthog_project_member.ann": {
    ...RULE,
    id: "3/membership:01950000-0000-7000-8000-000000000006",
    project_id: "3",
    level: "admin",
    subject: "membership:01950000-0000-7000-8000-000000000006",
  },
  "posthog_project_member.eng": {
    ...RULE,
    id: `3/role:${ROLE}`,
    project_id: "3",
    level: "member",
    role_id: ROLE,
    subject: `role:${ROLE}`,
  },
  "posthog_access_control.board": {
    ...RULE,
    id: `1/dashboard:42/role:${ROLE}`,
    project_id: "1",
    resource: "dashboard",
    resource_id: "42",
    target: "dashboard:42",
    level: "editor",
    role_id: ROLE,
    subject: `role:${ROLE}`,
  },
  "posthog_access_control.bob": {
    ...RULE,
    id: "3/notebook/membership:01950000-0000-7000-8000-000000000002",
    project_id: "3",
    resource: "notebook",
    target: "notebook",
    level: "editor",
    subject: "membership:01950000-0000-7000-8000-000000000002",
  },
  "posthog_proxy_record.e": {
    id: `${ORGANIZATION}/01950000-0000-7000-8000-000000000010`,
    organization_id: ORGANIZATION,
    domain: "e.acme.example",
    record_id: "01950000-0000-7000-8000-000000000010",
    target_cname: "aacb0f5a46bbe5ee1b5c.proxy.sandbox.example",
    created_at: "2026-11-26T05:19:52.155000Z",
  },
  "posthog_hog_function.hook": {
    id: "3/01950000-0000-7000-8000-000000000003",
    project_id: "3",
    function_id: "01950000-0000-7000-8000-000000000003",
    type: "destination",
    name: "Hook",
    description: "Hooks",
    template_id: "template-webhook",
    hog: "fetch(inputs.url, {'method': inputs.method, 'headers': inputs.headers, 'body': inputs.body})",
    icon_url: "/static/services/webhook.svg",
    enabled: true,
    inputs: '{"method":"POST","url":"https://example.com/{{event.uuid}}"}',
    liquid_inputs: ["url"],
    filters: '{"events":[{"id":"$pageview","name":"$pageview","type":"events"}],"source":"events"}',
  },
  "posthog_hog_function.own": {
    id: "3/01950000-0000-7000-8000-000000000004",
    project_id: "3",
    function_id: "01950000-0000-7000-8000-000000000004",
    type: "destination",
    name: "Own",
    hog: "return event",
    enabled: false,
    inputs: '{"word":"hi"}',
    inputs_schema:
      '[{"key":"token","label":"Token","required":true,"secret":true,"type":"string"},{"key":"word","label":"Word","required":false,"secret":false,"type":"string"}]',
    secret_inputs: { token: "made-up-secret" },
    filters: '{"source":"events"}',
  },
};

/** Without these, an object is refused; without any other field it moves. */
const NEEDED: Readonly<Record<string, readonly string[]>> = {
  posthog_organization_member: ["organization_id", "email", "level", "user_uuid"],
  posthog_role: ["organization_id", "name", "id"],
  posthog_role_membership: ["organization_id", "role_id", "user_email"],
  posthog_project: ["organization_id", "name", "id"],
  posthog_project_default_access: ["project_id", "access_level"],
  posthog_project_member: ["project_id", "access_level"],
  posthog_access_control: ["project_id", "resource", "access_level"],
  posthog_proxy_record: ["organization_id", "domain", "id"],
  posthog_hog_function: ["project_id", "id"],
};

describe("an object of posthog/posthog 1.0.13", () => {
  test("there is one of each type that moves", () => {
    expect([...new Set(Object.keys(MOVED).map(typeOf))].toSorted()).toEqual([...vendorTypes.keys()].toSorted());
    expect(Object.keys(NEEDED).toSorted()).toEqual([...vendorTypes.keys()].toSorted());
  });

  test.each(Object.entries(MOVED))("%s becomes one of Orgform's", async (name, expected) => {
    expect(await moved(typeOf(name), objects[name] ?? {})).toMatchObject({ object: expected, refusals: [] });
  });

  test.each(Object.keys(MOVED))("%s moves without each value that may be missing", async (name) => {
    const [type, state] = [typeOf(name), objects[name] ?? {}];
    for (const key of Object.keys(state)) {
      const { [key]: _left, ...rest } = state;
      const [nulled, absent] = [await moved(type, { ...rest, [key]: null }), await moved(type, rest)];
      expect(absent).toEqual(nulled);
      const isSubject = type === "posthog_project_member" && state[key] !== null && /^(?:role|org)/u.test(key);
      const isNeeded = isSubject || NEEDED[type]?.includes(key) === true;
      const reason = isSubject ? "neither role nor" : `its state lacks ${key}.`;
      const refused = nulled.refusals.map((text) => (text.includes(reason) ? reason : text));
      expect([key, refused]).toEqual([key, isNeeded ? [reason] : []]);
    }
  });

  test.each(["acme", "@current"])("keeps the spelling of the organization %s until the first refresh", async (text) => {
    const state = { ...objects["posthog_role.eng"], organization_id: text };
    const { object } = await moved("posthog_role", state);
    expect(object).toMatchObject({ id: `${text}/${ROLE}`, organization_id: text });
  });

  test("notes which inputs nobody may have declared, and that no refresh has completed it", async () => {
    const project = await moved("posthog_project", objects["posthog_project.web"] ?? {});
    expect(JSON.parse(project.kept)).toEqual({ moved: true, undeclared: ["timezone"] });
    const hook = await moved("posthog_hog_function", objects["posthog_hog_function.hook"] ?? {});
    expect(JSON.parse(hook.kept)).toEqual({ moved: true, undeclared: ["enabled", "hog", "iconUrl"] });
    const role = await moved("posthog_role", objects["posthog_role.eng"] ?? {});
    expect(JSON.parse(role.kept)).toEqual({ moved: true });
  });

  test("leaves out an input that only says that it is a secret, and writes one that is no text as JSON", async () => {
    const state = {
      ...objects["posthog_hog_function.own"],
      inputs_json: '{"word":{"value":"hi"},"token":{"secret":true}}',
      sensitive_inputs_json: '{"token":{"value":{"b":1,"a":"x"}},"old":{"secret":true}}',
    };
    const { object } = await moved("posthog_hog_function", state);
    expect(object).toMatchObject({ inputs: '{"word":"hi"}', secret_inputs: { token: '{"a":"x","b":1}' } });
  });
});

describe("what is refused", () => {
  const role = objects["posthog_role.eng"] ?? {};
  const web = objects["posthog_project_default_access.web"] ?? {};
  const board = objects["posthog_access_control.board"] ?? {};

  test.each<[string, string, Values, Asked, string]>([
    [
      "a provider that isn't the vendor's",
      "posthog_role",
      role,
      { address: "registry.terraform.io/acme/posthog" },
      "it comes from the provider registry.terraform.io/acme/posthog",
    ],
    ["a type of somebody else", "acme_role", role, {}, "orgform_role can't take the state of acme_role"],
    [
      "a type that moves elsewhere",
      "posthog_role",
      role,
      { target: "orgform_member" },
      "a posthog_role moves to orgform_role",
    ],
    ["a type that Orgform lacks", "posthog_dashboard", { id: 7, name: "Sales" }, {}, "Leave it with posthog/posthog"],
    [
      "settings of a project",
      "posthog_project_settings",
      { id: "3" },
      { target: "orgform_project" },
      "its values are fields of orgform_project",
    ],
    ["a newer shape", "posthog_role", role, { version: 1 }, "its state has version 1 of posthog_role"],
    ["a state that is no JSON", "posthog_role", role, { json: "{" }, "its state isn't a JSON object"],
    [
      "a project that is no number",
      "posthog_project_default_access",
      { ...web, project_id: "@current" },
      {},
      'its project_id is "@current"',
    ],
    [
      "a level that is none of a project",
      "posthog_project_default_access",
      { ...web, access_level: "viewer" },
      {},
      'its access_level is "viewer"',
    ],
    [
      "a level that is none of a kind",
      "posthog_access_control",
      { ...board, access_level: "all" },
      {},
      "Orgform knows only none, viewer, editor, manager",
    ],
    [
      "a rule of a project itself",
      "posthog_access_control",
      { ...board, resource: "project" },
      {},
      "orgform_project_access",
    ],
    [
      "inputs that are no object",
      "posthog_hog_function",
      { ...objects["posthog_hog_function.own"], inputs_json: "[]" },
      {},
      "its inputs_json isn't a JSON object",
    ],
  ])("%s", async (_what, type, state, asked, reason) => {
    const { object, refusals } = await moved(type, state, asked);
    expect(object).toBeUndefined();
    expect(refusals).toHaveLength(1);
    const [summary = "", ...detail] = refusals[0]?.split("\n") ?? [];
    expect(summary.length).toBeLessThanOrEqual(80);
    expect(detail.join("\n")).toContain(reason);
    expect(detail.join("\n")).toContain(`from = ${type}.<name>`);
    const named = asked.json === undefined ? String(state["id"]) : "one without an ID";
    expect(detail.join("\n")).toContain(`The object is ${named}`);
  });

  test("gives the import that takes the place of the move", async () => {
    const state = { ...objects["posthog_role_membership.eng"], user_email: null };
    const { refusals } = await moved("posthog_role_membership", state);
    expect(refusals[0]).toContain("to = orgform_role_membership.<name>");
    expect(refusals[0]).toContain(`id = "${ORGANIZATION}/${ROLE}/<user_email>"`);
    const { user_email: _email, ...lacking } = state;
    expect((await moved("posthog_role_membership", lacking)).refusals).toEqual(refusals);
    const ann = { ...objects["posthog_project_member.ann"], access_level: "viewer" };
    expect((await moved("posthog_project_member", ann)).refusals[0]).toContain(
      'id = "3/membership:01950000-0000-7000-8000-000000000006"',
    );
  });

  test("never shows a secret", async () => {
    const state = { ...objects["posthog_hog_function.own"], project_id: "x" };
    const { refusals } = await moved("posthog_hog_function", state);
    expect(refusals[0]).toContain('its project_id is "x"');
    expect(refusals[0]).not.toContain("made-up-secret");
  });
});

describe("an address", () => {
  test.each([
    "posthog",
    "PostHog/posthog",
    "registry.opentofu.org/PostHog/PostHog",
    "mirror.acme.example/posthog/posthog",
    "orgform",
    "registry.terraform.io/orgform/orgform",
  ])("%s is accepted for a type of the vendor's", async (address) => {
    const { object } = await moved("posthog_role", objects["posthog_role.eng"] ?? {}, { address });
    expect(object).toEqual(MOVED["posthog_role.eng"]);
  });

  const { id, ...role } = MOVED["posthog_role.eng"] ?? {};
  const own = { id, ...role, is_default: null, feature_flags_access_level: null, adopt: null };

  test.each(["mirror.acme.example/acme/orgform", "orgform"])(
    "of Orgform's own, %s, passes through",
    async (address) => {
      const kept = Buffer.from('{"host":"https://eu.example"}');
      const answer = await moved("orgform_role", own, { address, version: 1, kept, target: "orgform_role" });
      expect(answer).toEqual({
        object: MOVED["posthog_role.eng"],
        kept: '{"host":"https://eu.example"}',
        refusals: [],
      });
    },
  );

  test("of Orgform's own has its migrations, as without a move", async () => {
    const { resources } = JSON.parse(readFileSync(RECORDED, "utf8")) as { readonly resources: readonly Recorded[] };
    const managed = resources.filter(({ mode }) => mode === "managed");
    expect(managed.map(({ instances: [one] }) => one.schema_version)).toContain(1);
    for (const { type, instances } of managed) {
      const [{ attributes, schema_version: version }] = instances;
      const json = JSON.stringify(attributes);
      const { object } = await moved(type, {}, { address: "acme.example/acme/orgform", version, target: type, json });
      const rawState = { json: Buffer.from(json) };
      const { message } = await provider.call("UpgradeResourceState", { typeName: type, version, rawState });
      const upgraded = Object.entries(decodeValue(message["upgradedState"]) as Values);
      expect(object).toEqual(Object.fromEntries(upgraded.filter(([, value]) => value !== null)));
    }
  });

  test("of Orgform's own keeps a state of a newer version", async () => {
    const { object, refusals } = await moved("orgform_role", own, { address: "orgform", version: 9 });
    expect(object).toBeUndefined();
    expect(refusals[0]).toContain("has a newer state");
  });
});
