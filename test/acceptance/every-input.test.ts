import { afterEach, describe, expect, test } from "@jest/globals";

import { type AnyResource, fieldsOf } from "../../src/model/definition.ts";
import { secretPaths } from "../../src/model/secret-texts.ts";
import type { Field } from "../../src/model/field.ts";
import { type Shape, shapeOf } from "../../src/model/shape.ts";
import { isRecord } from "../../src/model/json-value.ts";
import { resources } from "../../src/catalog/resources/index.ts";
import { type Sandbox, startSandbox } from "../../packages/sandbox/src/index.ts";
import type { Row } from "../support/conformance-row.ts";
import { ROWS } from "../support/conformance-rows.ts";
import { SCENARIO_DIALECTS } from "../support/dialects.ts";
import { EngineProcess, withCode } from "../support/engine-process.ts";
import { makeIn } from "./support/service.ts";
import { closeLater, closeStories } from "./support/story.ts";

afterEach(closeStories);

/** A text inside every bad value that is an object or a list. No message is allowed to repeat it. */
const INNER = "inner-text-that-is-never-printed";

/** One bad value, and what the check says about it. */
interface Case {
  /** The path of the problem inside the value; absent if the value itself is the problem. */
  readonly place?: string;
  readonly value: unknown;
  readonly reason: string;
}

const UUID_HINT = (what: string): string =>
  `expected the ID of the ${what}, a UUID such as 01912345-89ab-7cde-8f01-23456789abcd`;
const NAME_HINT = 'expected a domain name in lower case such as "acme.example" (letters, digits, single hyphens, dots)';

/** The kinds of pipeline items. */
const ITEMS = ["PipelineDestination", "PipelineFrontendApp", "PipelineImportApp", "PipelineTransformation", "Plugin"];
const EMAIL_HINT = 'expected an email address such as "ann@acme.example"';

/**
 * For each text field with a pattern, its hint and texts that it refuses. A pattern without a line here fails the test.
 */
const PATTERNS: Readonly<Record<string, { hint: string; refused: readonly string[] }>> = {
  "BatchExport.organizationId": { hint: UUID_HINT("organization"), refused: ["", "acme"] },
  "BatchExport.projectId": { hint: "expected the number of a project, as a string", refused: ["", "shop", "017"] },
  "BatchExport.interval": {
    hint: 'expected "hour", "day", "week" or "every 5 minutes"',
    refused: ["", "hourly", "every minute", "every 5 minutes, please"],
  },
  "ProxyRecord.rootRedirectUrl": {
    hint: 'expected an address such as "https://acme.example"',
    refused: ["", "http://acme.example", "acme.example"],
  },
  "Organization.name": { hint: "expected a name that is not blank", refused: ["", "  "] },
  "Organization.logoMediaId": { hint: UUID_HINT("media"), refused: ["", "logo"] },
  "Domain.organizationId": { hint: UUID_HINT("organization"), refused: ["", "acme", "@current"] },
  "Domain.domain": {
    hint: NAME_HINT,
    refused: [
      "",
      "Acme.example",
      "acme",
      "acme_corp.example",
      "-acme.example",
      "acme..example",
      "acme.example.",
      "a--b.example",
      "https://acme.example",
    ],
  },
  "DomainSso.organizationId": { hint: UUID_HINT("organization"), refused: ["", "acme"] },
  "DomainSso.domainId": { hint: UUID_HINT("domain"), refused: ["", "acme.example"] },
  "DomainVerification.organizationId": { hint: UUID_HINT("organization"), refused: ["", "acme"] },
  "DomainVerification.domainId": { hint: UUID_HINT("domain"), refused: ["", "acme.example"] },
  ...Object.fromEntries(
    ITEMS.map((kind) => [`${kind}.organizationId`, { hint: UUID_HINT("organization"), refused: ["", "acme"] }]),
  ),
  "HogFunction.projectId": { hint: "expected the number of a project, as a string", refused: ["", "shop", "017"] },
  "HogFunction.name": { hint: "expected a name that is not blank", refused: ["", "  "] },
  "IdentityProvider.organizationId": { hint: UUID_HINT("organization"), refused: ["", "acme"] },
  "IdentityProvider.domainIds": { hint: UUID_HINT("domain"), refused: ["", "acme"] },
  "Invite.organizationId": { hint: UUID_HINT("organization"), refused: ["", "acme"] },
  "Invite.email": {
    hint: EMAIL_HINT,
    refused: ["", "ann", "ann@acme", "@acme.example", "ann@acme.example, bob@acme.example"],
  },
  "Member.organizationId": { hint: UUID_HINT("organization"), refused: ["", "acme"] },
  "Member.email": { hint: EMAIL_HINT, refused: ["", "ann", "ann@acme"] },
  "Membership.organizationId": { hint: UUID_HINT("organization"), refused: ["", "acme"] },
  "Membership.email": { hint: EMAIL_HINT, refused: ["", "ann", "ann@acme"] },
  "OrganizationSettings.organizationId": { hint: UUID_HINT("organization"), refused: ["", "acme"] },
  "OrganizationSettings.defaultRoleId": { hint: UUID_HINT("role"), refused: ["", "Readers"] },
  "OrganizationMembers.organizationId": { hint: UUID_HINT("organization"), refused: ["", "acme"] },
  "OrganizationMembers.protected": { hint: EMAIL_HINT, refused: ["", "ann", "ann@acme"] },
  "RoleMembership.organizationId": { hint: UUID_HINT("organization"), refused: ["", "acme"] },
  "RoleMembership.roleId": { hint: UUID_HINT("role"), refused: ["", "builders"] },
  "RoleMembership.email": { hint: EMAIL_HINT, refused: ["", "ann", "ann@acme"] },
  "Project.organizationId": { hint: UUID_HINT("organization"), refused: ["", "acme"] },
  "Project.baseCurrency": { hint: 'expected a code of ISO 4217 such as "EUR"', refused: ["", "eur", "EURO"] },
  "Project.name": { hint: "expected a name that is not blank", refused: ["", "  "] },
  "ProxyRecord.organizationId": { hint: UUID_HINT("organization"), refused: ["", "acme"] },
  "ProxyRecord.domain": {
    hint: 'expected a domain name such as "e.acme.example"',
    refused: ["", "acme", "a b.example", "https://acme.example", "*.acme.example", "acme.example/path", "a..example"],
  },
  "ProxyRecordValidation.organizationId": { hint: UUID_HINT("organization"), refused: ["", "acme"] },
  "ProxyRecordValidation.recordId": { hint: UUID_HINT("proxy record"), refused: ["", "e.acme.example"] },
  ...Object.fromEntries(
    ["AccessControl", "ProjectAccess"].flatMap((kind) => [
      [`${kind}.projectId`, { hint: "expected the number of a project, as a string", refused: ["", "shop", "017"] }],
      [`${kind}.email`, { hint: EMAIL_HINT, refused: ["", "ann", "ann@acme"] }],
      [`${kind}.roleId`, { hint: UUID_HINT("role"), refused: ["", "builders"] }],
      [`${kind}.roleName`, { hint: "expected the name of a role, not an empty or blank one", refused: ["", "  "] }],
    ]),
  ),
  "Integration.projectId": { hint: "expected the number of a project, as a string", refused: ["", "shop", "017"] },
  "AccessControl.resource": {
    hint: 'expected a kind of resource as the service names it, such as "dashboard" or "feature_flag"',
    refused: ["", "Dashboard", "feature flag", "dashboards/7"],
  },
  "Role.organizationId": { hint: UUID_HINT("organization"), refused: ["", "acme"] },
  "Role.name": { hint: "expected a name that is not blank", refused: ["", "  "] },
};

const FOREIGN: readonly unknown[] = [7, true, "text", null, { inner: INNER }, [INNER]];

function found(value: unknown, isSecret: boolean): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return "an object";
  if (isSecret) return `a ${typeof value}`;
  if (value === "") return "an empty string";
  return typeof value === "string" ? JSON.stringify(value) : `the ${typeof value} ${JSON.stringify(value)}`;
}

function casesOf(resource: string, name: string, declared: Field): Case[] {
  const shape = shapeOf(declared);
  const isSecret = declared.secret === true;
  if (shape.enum !== undefined) {
    const allowed = shape.enum.map((one) => JSON.stringify(one)).join(", ");
    return FOREIGN.map((value) => ({ value, reason: `expected one of ${allowed}, found ${found(value, isSecret)}` }));
  }
  const own = shape.type === "integer" ? "number" : String(shape.type);
  const article = own === "object" ? "an" : "a";
  const wrong = FOREIGN.filter((value) => kindOf(value) !== own).map((value) => ({
    value,
    reason: `expected ${article} ${own}, found ${found(value, isSecret)}${value === null ? "; leave the field out instead" : ""}`,
  }));
  if (own === "number") return [...wrong, ...rangeCases(shape)];
  if (own === "array") return listCases(`${resource}.${name}`, shape);
  if (own === "object") return objectCases(name, shape, isSecret);
  if (own === "string") return [...wrong, ...textCases(`${resource}.${name}`, shape)];
  expect(["boolean", "object"]).toContain(own);
  return wrong;
}

/** The kind of a value in a schema's words. Problems inside an object are tested with its resource. */
function kindOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

function listCases(path: string, { items }: Shape): Case[] {
  const wrong = FOREIGN.filter((value) => !Array.isArray(value)).map((value) => {
    const hint = value === null ? "; leave the field out instead" : "";
    return { value, reason: `expected a list, found ${found(value, false)}${hint}` };
  });
  const inner = items === undefined ? [] : textCases(path, items);
  return [...wrong, ...inner.map(({ value, reason }) => ({ value: [fineItem(path), value], place: "[1]", reason }))];
}

/** A valid item of the list. */
function fineItem(path: string): string {
  return path === "IdentityProvider.domainIds" ? "01912345-89ab-7cde-8f01-23456789abcd" : "fine@good.example";
}

function objectCases(
  name: string,
  { properties, required = [], additionalProperties }: Shape,
  isSecret: boolean,
): Case[] {
  const wrong = FOREIGN.filter((value) => typeof value !== "object" || value === null || Array.isArray(value)).map(
    (value) => {
      const hint = value === null ? "; leave the field out instead" : "";
      return { value, reason: `expected an object, found ${found(value, isSecret)}${hint}` };
    },
  );
  // If an object lacks something required, the message also says so, which these cases don't cover.
  if (required.length > 0) return wrong;
  const members = Object.keys(properties ?? {});
  if (isRecord(additionalProperties) && Array.isArray(additionalProperties["enum"])) {
    const allowed = additionalProperties["enum"].map((one) => JSON.stringify(one)).join(", ");
    return [
      ...wrong,
      ...FOREIGN.map((value) => ({
        value: { "ann@good.example": value },
        place: '["ann@good.example"]',
        reason: `expected one of ${allowed}, found ${found(value, isSecret)}`,
      })),
      { value: { ann: "admin" }, place: ".ann", reason: `is the key of an entry: ${EMAIL_HINT}, found "ann"` },
    ];
  }
  return [
    ...wrong,
    members.length === 0
      ? { value: { inner: [INNER] }, place: ".inner", reason: "expected a string, found a list" }
      : {
          value: { inner: INNER },
          place: ".inner",
          reason: `isn't a field of ${name}; it takes ${members.join(", ")}`,
        },
  ];
}

function rangeCases({ type, minimum, maximum, multipleOf }: Shape): Case[] {
  const [least, most] = [Number(minimum), Number(maximum)];
  const between =
    type === "integer"
      ? { value: least + 0.5, reason: `expected an integer, found the number ${least + 0.5}` }
      : { value: least + 0.005, reason: `expected a multiple of ${multipleOf}, found the number ${least + 0.005}` };
  return [
    between,
    { value: least - 1, reason: `is the number ${least - 1}; at least ${least} is required` },
    { value: most + 1, reason: `is the number ${most + 1}; at most ${most} is allowed` },
  ];
}

function textCases(path: string, shape: Shape): Case[] {
  const cases: Case[] = [];
  if (shape.pattern !== undefined) {
    const { hint, refused } = PATTERNS[path] ?? { hint: `(no line for ${path} in PATTERNS)`, refused: [""] };
    cases.push(...refused.map((value) => ({ value, reason: `${hint}, found ${found(value, false)}` })));
  }
  if (shape.minLength !== undefined) {
    expect(shape.minLength).toBe(1);
    cases.push({ value: "", reason: "is empty; at least 1 character is required" });
  }
  if (shape.maxLength !== undefined) {
    // Starts and ends like a URL, a domain name, or an email address, so that only the length is wrong.
    const start = path.endsWith("Url") ? "https://" : "";
    const kindEnd = path.endsWith(".resource") ? "xx" : ".xx";
    const end = /\.(?:email|protected)$/u.test(path) ? "@x.xx" : kindEnd;
    const value = `${start}${"x".repeat(shape.maxLength + 1 - start.length - end.length)}${end}`;
    cases.push({
      value,
      reason: `has ${shape.maxLength + 1} characters; at most ${shape.maxLength} characters are allowed`,
    });
  }
  return cases;
}

/** Arguments that the check accepts. */
const GOOD: Readonly<Record<string, object>> = {
  AccessControl: { projectId: "1", resource: "dashboard", level: "viewer" },
  ProjectAccess: { projectId: "1", level: "admin" },
  Integration: { projectId: "1", postgresql: { host: "db.good.example", port: 1, user: "good", password: "good" } },
  BatchExport: { name: "Good", interval: "day", destination: { noOp: {} } },
  Organization: { name: "Good" },
  OrganizationMembers: { members: { "ann@good.example": "admin" } },
  Domain: { domain: "good.example" },
  HogFunction: { projectId: "1", type: "transformation", name: "Good", hog: "return event" },
  IdentityProvider: { name: "Good", protocol: "scim", scim: { enabled: false } },
  OrganizationSettings: { enforceVerifiedDomains: false },
  DomainSso: {},
  DomainVerification: {},
  ...Object.fromEntries(ITEMS.map((kind) => [kind, { name: "Good" }])),
  Invite: { email: "ann@good.example" },
  Member: { email: "ann@good.example", level: "admin" },
  Membership: { email: "ann@good.example", level: "admin" },
  Project: { name: "Good" },
  ProxyRecord: { domain: "good.example" },
  ProxyRecordValidation: {},
  Role: { name: "Good" },
  RoleMembership: { email: "ann@good.example" },
};

const DOMAIN = { input: "domainId", path: "domains", body: { domain: "good.example" } };

/** The object that an input has to refer to: a preview refuses the ID of an object that doesn't exist. */
const REFERRED: Readonly<Record<string, { readonly input: string; readonly path: string; readonly body: object }>> = {
  DomainSso: DOMAIN,
  DomainVerification: DOMAIN,
  ProxyRecordValidation: { input: "recordId", path: "proxy_records", body: { domain: "good.example" } },
  RoleMembership: { input: "roleId", path: "roles", body: { name: "Good" } },
};

/** The good arguments of a resource. Creates the object that they refer to. */
async function goodIn(sandbox: Sandbox, resource: string): Promise<object> {
  const referred = REFERRED[resource];
  if (referred === undefined) return GOOD[resource] ?? {};
  const id = await makeIn(sandbox, `organizations/${sandbox.organizationId}/${referred.path}/`, referred.body);
  expect(id).toEqual(expect.any(String));
  return { ...GOOD[resource], [referred.input]: id };
}

/** The only dialect with the resource, if others don't have it. */
const onlyIn = (name: string): Row["onlyIn"] => ROWS.find(({ resource }) => resource === name)?.onlyIn;

function failureOf(definition: AnyResource, name: string, reason: string): object {
  const isNamed =
    Object.hasOwn(definition.inputs as object, name) && !secretPaths(definition).some(([root]) => root === name);
  return isNamed ? { property: name, reason } : { property: "", reason: `${name}: ${reason}` };
}

describe.each(SCENARIO_DIALECTS)("with the %s dialect", (dialect) => {
  test.each(resources.map((definition) => [definition.name, definition] as const))(
    "%s refuses every bad value of every input in check, names its path, and sends no request",
    async (resource, definition) => {
      // Older services refuse a resource that only a newer one has, once its inputs are valid.
      const sandbox = await startSandbox({ dialect: onlyIn(resource) ?? dialect });
      closeLater(() => sandbox.close());
      const { host, apiKey, organizationId } = sandbox;
      const good = await goodIn(sandbox, resource);
      const provider = new EngineProcess({ host, apiKey, organizationId }).provider(resource);
      const check = (args: object): ReturnType<typeof provider.check> =>
        provider.check({}, withCode({ ...good, ...args }));
      expect((await check({})).failures).toEqual([]);
      // Forgets the requests that the check made about the valid inputs.
      sandbox.control.clearRequests();

      for (const [name, declared] of fieldsOf(definition, "inputs")) {
        const cases = casesOf(resource, name, declared);
        expect(cases.length).toBeGreaterThanOrEqual(5);
        for (const { value, place = "", reason } of cases) {
          const { failures } = await check({ [name]: value });
          expect({ name, value, failures }).toEqual({
            name,
            value,
            failures: [failureOf(definition, `${name}${place}`, reason)],
          });
        }
        const misspelt = `${name}x`;
        const suggestion = `is not a field of ${resource}; did you mean \`${name}\`?`;
        expect((await check({ [misspelt]: 1 })).failures).toEqual([failureOf(definition, misspelt, suggestion)]);
      }
      for (const [name] of fieldsOf(definition, "outputs").filter(
        ([output]) => !(output in (definition.inputs as object)),
      )) {
        const reason = `is an output of ${resource}: the service decides it; remove it`;
        expect((await check({ [name]: "mine" })).failures).toEqual([failureOf(definition, name, reason)]);
      }
      expect(sandbox.control.requests()).toEqual([]);
    },
  );
});
