import { expect, test } from "@jest/globals";

import { type Declaration, declarationOf } from "../../../src/adopt/declaration.ts";
import { camelCase, snakeCase } from "../../../src/adopt/names.ts";
import { type Expression, programOf } from "../../../src/adopt/program.ts";
import { resources } from "../../../src/catalog/resources/index.ts";
import type { FoundObject } from "../../../src/driver/driver.ts";
import { engines } from "../../../src/engines/index.ts";
import { fieldsOf } from "../../../src/model/definition.ts";
import { pathText } from "../../../src/model/field-path.ts";
import type { Values } from "../../../src/model/json-value.ts";
import { secretPaths } from "../../../src/model/secret-texts.ts";
import { foundObject, ORGANIZATION_ID } from "../../support/found-objects.ts";
import { BLOCK_SAMPLES } from "../../support/integration-blocks.ts";

/** Awkward on purpose: it becomes a part of the names of secrets. */
const NAME = `Köln → "1" | 'x'`;

const inOrganization = (resource: string, id: string, inputs: Values): FoundObject =>
  foundObject(resource, `${ORGANIZATION_ID}/${id}`, NAME, { organizationId: ORGANIZATION_ID, ...inputs });

const EXPORT = { projectId: "7", name: NAME, interval: "hour" };

/** The settings in a block of an export. */
const DESTINATIONS: Values = {
  s3: { bucketName: "b", region: "eu", prefix: "p/" },
  snowflake: { account: "a", database: "d", warehouse: "w", schema: "s" },
  postgres: { host: "h", database: "d", schema: "s" },
  redshift: { host: "h", database: "d", mode: "COPY" },
  bigQuery: { projectId: "p", datasetId: "d" },
  http: { url: "https://eu.i.posthog.com/batch/" },
  other: { type: "Kafka" },
};

const PROVIDERS: Values = {
  saml: { entityId: "urn:a", acsUrl: "https://idp.example/sso" },
  oidc: { issuerUrl: "https://idp.example/oidc", clientId: "c" },
};

/** Objects of every resource with secrets, as a read shows them. */
const FOUND: readonly FoundObject[] = [
  ...BLOCK_SAMPLES.map(({ block, id, shown }) =>
    foundObject("Integration", `7/${id}`, NAME, { projectId: "7", [block]: shown }),
  ),
  ...Object.entries(DESTINATIONS).map(([block, settings], index) =>
    inOrganization("BatchExport", `01912345-89ab-7cde-8f01-23456789ab0${index}`, {
      ...EXPORT,
      destination: { [block]: settings },
    }),
  ),
  ...Object.entries(PROVIDERS).map(([protocol, settings], index) =>
    inOrganization("IdentityProvider", `01912345-89ab-7cde-8f01-23456789ac0${index}`, {
      name: NAME,
      protocol,
      [protocol]: settings,
    }),
  ),
  inOrganization("Project", "7", { name: NAME, slackIncomingWebhook: "https://hooks.example/1" }),
  inOrganization("Domain", "01912345-89ab-7cde-8f01-23456789ad00", {
    domain: "a.example",
    samlEntityId: "urn:a",
    samlAcsUrl: "https://idp.example/sso",
    samlX509Cert: "MIIB",
  }),
];

/** The places of the secrets in an expression. */
function placesIn(expression: Expression, path: readonly string[]): string[] {
  if (expression.kind === "secret") return [pathText(path)];
  if (expression.kind !== "record") return [];
  return Object.entries(expression.members).flatMap(([name, inner]) => placesIn(inner, [...path, name]));
}

/** The plain text of an expression, without its secrets. */
function plainOf(expression: Expression): unknown {
  if (expression.kind === "value") return expression.value;
  if (expression.kind !== "record") return undefined;
  const members = Object.entries(expression.members).map(([name, inner]) => [name, plainOf(inner)] as const);
  return Object.fromEntries(members.filter(([, inner]) => inner !== undefined));
}

function declared({ definition, stored }: FoundObject): Declaration {
  const declaration = declarationOf(definition, stored);
  if ("inputs" in declaration) return declaration;
  throw new Error(`${definition.name}: ${declaration.reason}`);
}

const placesOf = (found: FoundObject): string[] =>
  declared(found).secrets.map(({ field, member = [] }) => pathText([field, ...member]));

const CASES = FOUND.map((found) => [`${found.definition.name} ${found.id}`, found] as const);

test.each(CASES)("a program has each secret at its place, beside all that shows: %s", (_what, found) => {
  const { kinds, secrets } = programOf(resources, { objects: [found], unread: [] }, { host: "", reserved: [] });
  const inputs = Object.entries(kinds[0]?.objects[0]?.inputs ?? {});
  const places = inputs.flatMap(([name, expression]) => placesIn(expression, [name]));
  expect(places.toSorted()).toEqual(placesOf(found).toSorted());
  expect(secrets.map(({ isRequired }) => isRequired)).toEqual(
    declared(found).secrets.map(({ isRequired }) => isRequired),
  );
  const { stored } = found;
  const plain = inputs.map(([name, expression]) => [name, plainOf(expression)] as const);
  expect(Object.fromEntries(plain.filter(([, value]) => value !== undefined))).toEqual(
    Object.fromEntries(Object.entries(stored.inputs).filter(([name]) => !placesOf(found).includes(name))),
  );
});

/** The command with which a person fills in a secret. */
const COMMANDS: Readonly<Record<string, (words: readonly string[]) => string>> = {
  pulumi: (words) => `pulumi config set --secret ${camelCase(words)}`,
  terraform: (words) => `export TF_VAR_${snakeCase(words)}=<value>`,
};

test.each(engines)(
  "the page of a program for $name asks for each secret once, in its place",
  ({ name, programWriter }) => {
    const program = programOf(resources, { objects: FOUND, unread: [] }, { host: "", reserved: [] });
    const { "README.md": page = "" } = programWriter.files(program, { version: "1.2.3", peerDependencies: {} });
    const commandOf = COMMANDS[name] ?? (() => "");
    const commands = (wanted: boolean): string[] =>
      program.secrets.filter(({ isRequired }) => isRequired === wanted).map(({ words }) => commandOf(words));
    const all = new Set([...commands(true), ...commands(false)]);
    expect(all.size).toBe(program.secrets.length);
    const [required, optional] = page
      .split("\n## Secrets\n")
      .map((part) => part.split("\n").filter((line) => all.has(line)));
    expect({ required, optional }).toEqual({ required: commands(true), optional: commands(false) });
  },
);

/** Nobody is asked for these: they stay in the service as they are. */
const NEVER_ASKED: readonly string[] = ["BatchExport.destination.other.config", "HogFunction.secretInputs"];

test("the objects above try every secret that a program can ask for", () => {
  const known = resources.flatMap((definition) =>
    secretPaths(definition)
      .filter(([name = ""]) => fieldsOf(definition, "inputs").some(([input]) => input === name))
      .map((path) => `${definition.name}.${pathText(path)}`),
  );
  const tried = new Set(FOUND.flatMap((found) => placesOf(found).map((place) => `${found.definition.name}.${place}`)));
  expect(known.filter((place) => !tried.has(place))).toEqual(NEVER_ASKED);
});
