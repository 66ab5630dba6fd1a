import { expect, test } from "@jest/globals";

import { declarationOf } from "../../../src/adopt/declaration.ts";
import { wordsOfName } from "../../../src/adopt/names.ts";
import { type Expression, fileWordsOf, programOf } from "../../../src/adopt/program.ts";
import type { FoundObject } from "../../../src/driver/driver.ts";
import { engines } from "../../../src/engines/index.ts";
import { resources } from "../../../src/catalog/resources/index.ts";
import { fieldsOf } from "../../../src/model/definition.ts";
import { hookOf } from "../../../src/model/hook-of.ts";
import type { Values } from "../../../src/model/json-value.ts";
import { isOptional } from "../../../src/model/field.ts";
import { printed } from "../../../src/model/messages.ts";
import { titleOf } from "../../../src/model/title.ts";
import { foundObject, ORGANIZATION_ID } from "../../support/found-objects.ts";
import { BLOCK_SAMPLES } from "../../support/integration-blocks.ts";

const ROOT = foundObject("Organization", ORGANIZATION_ID, "Acme", { name: "Acme" });
const project = (number: number, name: string): FoundObject =>
  foundObject("Project", `${ORGANIZATION_ID}/${number}`, name, { organizationId: ORGANIZATION_ID, name });
const member = (index: number): FoundObject => {
  const email = `user${index}@acme.example`;
  const level = index % 2 === 0 ? "admin" : "member";
  return foundObject("Member", `${ORGANIZATION_ID}/${email}`, email, { organizationId: ORGANIZATION_ID, email, level });
};

const programOfAll = (objects: readonly FoundObject[]) =>
  programOf(resources, { objects: [ROOT, ...objects], unread: [] }, { host: "https://eu.example.com", reserved: [] });
const filesOf = (engine: string, objects: readonly FoundObject[]): Readonly<Record<string, string>> =>
  engines
    .find(({ name }) => name === engine)
    ?.programWriter.files(programOfAll(objects), { version: "1.2.3", peerDependencies: {} }) ?? {};

test("what another program manages is left out with the reason, and nothing else is", () => {
  const elsewhere = (resource: string, id: string) => ({ resource, id, inputs: {}, reason: `it is another's (${id})` });
  const found = [ROOT, project(7, "Shop"), project(8, "Web"), member(0)];
  const { kinds, leftOut, words, host } = programOf(
    resources,
    { objects: found, unread: [] },
    {
      host: "https://eu.example.com",
      reserved: [],
      elsewhere: [
        elsewhere("Project", `${ORGANIZATION_ID}/7`),
        elsewhere("Role", `${ORGANIZATION_ID}/8`),
        elsewhere("NoSuchKind", `${ORGANIZATION_ID}/8`),
        elsewhere("Project", `${ORGANIZATION_ID}/80`),
      ],
    },
  );
  expect(leftOut).toEqual([{ what: "Project 7", reason: `it is another's (${ORGANIZATION_ID}/7)` }]);
  expect(kinds.map(({ definition, objects }) => [definition.name, objects.map(({ id }) => id)])).toEqual([
    ["Member", [`${ORGANIZATION_ID}/user0@acme.example`]],
    ["Organization", [ORGANIZATION_ID]],
    ["Project", [`${ORGANIZATION_ID}/8`]],
  ]);
  expect([words, host]).toEqual([["acme"], "https://eu.example.com"]);
});

const lastOf = (id: string): string => id.split("/").at(-1) ?? "";

/** The declarations of another program that manage objects of another kind. */
const MANAGING: Readonly<Record<string, (person: FoundObject) => { readonly id: string; readonly inputs: Values }>> = {
  Invite: ({ id }) => ({ id, inputs: {} }),
  Membership: ({ id }) => ({ id, inputs: {} }),
  OrganizationMembers: ({ id }) => ({ id: ORGANIZATION_ID, inputs: { members: { [lastOf(id)]: "member" } } }),
};

test("people whom another kind of object of another program manages are left out, and nobody else is", () => {
  const managing = resources.filter((one) => hookOf(one, "managedObjects")?.manages !== undefined);
  const people = managing.map((_, index) => member(index));
  const elsewhere = managing.map(({ name }, index) => {
    const person = people[index];
    const made = person === undefined ? undefined : MANAGING[name]?.(person);
    return { resource: name, id: "", inputs: {}, ...made, reason: `another program has it as ${name}` };
  });
  const objects = [ROOT, ...people, member(90)];
  const { kinds, leftOut } = programOf(
    resources,
    { objects, unread: [] },
    { host: "https://eu.example.com", reserved: [], elsewhere },
  );
  expect(managing.map(({ name }) => name).toSorted()).toEqual(Object.keys(MANAGING).toSorted());
  expect(leftOut).toEqual(
    managing.map(({ name }, index) => ({
      what: `Member user${index}@acme.example`,
      reason: `another program has it as ${name}`,
    })),
  );
  expect(kinds.map(({ definition, objects: some }) => [definition.name, some.map(({ id }) => lastOf(id))])).toEqual([
    ["Member", ["user90@acme.example"]],
    ["Organization", [ORGANIZATION_ID]],
  ]);
});

test("the order of an inventory doesn't matter", () => {
  const found = [project(7, "Shop"), project(8, "Shop"), project(9, "a"), member(0), member(1)];
  expect(programOfAll(found.toReversed())).toEqual(programOfAll(found));
});

test("objects of one name are told apart by their ids, whichever siblings they have", () => {
  const namesOf = (objects: readonly FoundObject[]): string[] =>
    programOfAll(objects)
      .kinds.flatMap((kind) => kind.objects)
      .map(({ words }) => words.join("-"));
  const [shop, twin, third] = [project(7, "Shop"), project(1234567, "Shop"), project(12, "shop!")];
  expect(namesOf([shop, twin])).toEqual(["acme", "shop-234567", "shop-7"]);
  expect(namesOf([third, twin, shop])).toEqual(["acme", "shop-12", "shop-234567", "shop-7"]);
  expect(namesOf([shop])).toEqual(["acme", "shop"]);
  // A blank is no difference in every style of names.
  expect(namesOf([project(1, "Web shop"), project(2, "Webshop")])).toEqual(["acme", "web-shop-1", "webshop-2"]);
});

/** The ends of IDs, and what they add to a name: the end of their letters and digits, in lower case. */
test.each([
  ["01912345-89AB-7CDE-8F01-23456789ABCD", ["89abcd"]],
  ["ABC-1", ["abc1"]],
  ["a-B-c-D-e-F", ["abcdef"]],
  ["a-B-c-D-e-F-7", ["bcdef7"]],
  ["é", []],
])("objects of one name with the ID %s are told apart by %j", (end, words) => {
  const id = (last: string): string => `${ORGANIZATION_ID}/${last}`;
  const role = (last: string): FoundObject =>
    foundObject("Role", id(last), "Crew", { organizationId: ORGANIZATION_ID, name: "Crew" });
  const { kinds } = programOfAll([role(end), role("other")]);
  const named = kinds.flatMap((kind) => kind.objects).find((one) => one.id === id(end));
  expect(named?.words).toEqual(["crew", ...words]);
});

test("objects are in the order of their names, word by word, and then of their ids", () => {
  const found = [
    project(4, "b"),
    project(3, "a b"),
    project(2, "a b"),
    project(1, "ab"),
    project(5, "A-a"),
    project(6, "a"),
  ];
  const idsOf = (objects: readonly FoundObject[]): string[] =>
    programOfAll(objects)
      .kinds.filter(({ definition }) => definition.name === "Project")
      .flatMap(({ objects: own }) => own.map(({ id }) => id.slice(ORGANIZATION_ID.length + 1)));
  for (const order of [found, found.toReversed()]) expect(idsOf(order)).toEqual(["6", "5", "2", "3", "1", "4"]);
});

test("a program is called after the organization, wherever that is in the inventory, or after nothing", () => {
  const wordsFor = (objects: readonly FoundObject[]): readonly string[] =>
    programOf(resources, { objects, unread: [] }, { host: "", reserved: [] }).words;
  expect(wordsFor([project(7, "Shop"), ROOT])).toEqual(["acme"]);
  expect(wordsFor([project(7, "Shop"), member(0)])).toEqual([]);
});

test("names of secrets are of plain letters, whatever the objects are called", () => {
  const names = ["Köln Команда", "ab日本", "日本ab", "日本", "2b"];
  const found = names.map((name, index) =>
    foundObject("Project", `${ORGANIZATION_ID}/${index}`, name, {
      organizationId: ORGANIZATION_ID,
      name,
      slackIncomingWebhook: "https://hooks.example/1",
    }),
  );
  const { secrets } = programOfAll(found);
  expect(secrets.map(({ words }) => words.join("_")).toSorted()).toEqual([
    "project_koln_slack_incoming_webhook",
    "project_project_2b_slack_incoming_webhook",
    ...["", "_2", "_3"].map((number) => `project_slack_incoming_webhook${number}`),
  ]);
});

test("up to twenty people are declared one by one, more of them as one block", () => {
  const [few, many] = [20, 21].map((count) => Array.from({ length: count }, (_, index) => member(index))) as [
    FoundObject[],
    FoundObject[],
  ]; // -- two lists, one for each count
  expect(filesOf("pulumi", few)["members.ts"]?.match(/new orgform\.Member/gu)).toHaveLength(20);
  expect(filesOf("terraform", few)["members.tf"]?.match(/^resource/gmu)).toHaveLength(20);

  const pulumi = filesOf("pulumi", many)["members.ts"] ?? "";
  expect(pulumi).toContain('  "user20@acme.example": {\n    level: "admin",\n  },\n');
  expect(pulumi).toContain(
    `for (const [email, settings] of Object.entries(people)) {
  new orgform.Member(email, { organizationId: organization.acme.organizationId, email, ...settings });
}
`,
  );
  expect(filesOf("pulumi", many)["imports.ts"]).toContain(
    `"orgform:index:Member::user20@acme.example": "${ORGANIZATION_ID}/user20@acme.example",`,
  );
  const terraform = filesOf("terraform", many);
  expect(terraform["members.tf"]).toContain('    "user20@acme.example" = {\n      level = "admin"\n    }\n');
  expect(terraform["members.tf"]).toContain(
    `resource "orgform_member" "people" {
  for_each        = local.members
  organization_id = orgform_organization.acme.organization_id
  email           = each.key
  level           = each.value.level
}
`,
  );
  expect(terraform["imports.tf"]).toContain(
    `import {
  for_each = local.members
  to       = orgform_member.people[each.key]
  id       = "${ORGANIZATION_ID}/\${each.key}"
}
`,
  );
});

test("an export names the integration of the program that it uses, and any other by its number", () => {
  const integration = foundObject("Integration", "7/aws-s3/lake", "lake", { projectId: "7", awsS3: { name: "lake" } });
  const state = { ...integration.stored.state, integrationId: "41" };
  const linkedTo = (id: string, integrationId: string): FoundObject =>
    foundObject("BatchExport", `${ORGANIZATION_ID}/${id}`, `To ${integrationId}`, {
      organizationId: ORGANIZATION_ID,
      projectId: "7",
      name: `To ${integrationId}`,
      interval: "hour",
      destination: { awsS3: { bucketName: "b", region: "eu", prefix: "p/", integrationId } },
    });
  const objects = [
    { ...integration, stored: { ...integration.stored, state } },
    linkedTo("01912345-89ab-7cde-8f01-23456789ab01", "41"),
    linkedTo("01912345-89ab-7cde-8f01-23456789ab02", "42"),
  ];
  const pulumi = filesOf("pulumi", objects)["batch-exports.ts"] ?? "";
  expect(pulumi).toContain('import * as integrations from "./integrations";\n');
  expect(pulumi).not.toContain("new pulumi.Config");
  expect(pulumi).toMatch(/integrationId: integrations\.lake\.integrationId,[^]*integrationId: "42",/u);
  const terraform = filesOf("terraform", objects)["batch-exports.tf"];
  expect(terraform).toMatch(
    /integration_id += orgform_integration\.lake\.integration_id\n[^]*integration_id += "?42"?\n/u,
  );
});

const exportOf = (destination: object): FoundObject =>
  foundObject("BatchExport", `${ORGANIZATION_ID}/01912345-89ab-7cde-8f01-23456789ab01`, "Lake", {
    organizationId: ORGANIZATION_ID,
    projectId: "7",
    name: "Lake",
    interval: "hour",
    destination,
  });

/** The members of the block in an export's destination. */
function blockIn(objects: readonly FoundObject[], block: string): Readonly<Record<string, Expression>> {
  const { kinds } = programOfAll(objects);
  const [found] = kinds.find(({ definition }) => definition.name === "BatchExport")?.objects ?? [];
  const destination = found?.inputs["destination"];
  const inner = destination?.kind === "record" ? destination.members[block] : undefined;
  return inner?.kind === "record" ? inner.members : {};
}

test("an export with a reference and a secret in one block has both", () => {
  const [sample] = BLOCK_SAMPLES.filter(({ block, form }) => block === "awsRedshift" && form === "server");
  const login = foundObject("Integration", `7/${sample?.id}`, "lake", { projectId: "7", awsRedshift: sample?.shown });
  const state = { ...login.stored.state, integrationId: "41" };
  const redshift = { database: "d", mode: "COPY", integrationId: "41" };
  const linked = { ...login, stored: { ...login.stored, state } };
  expect(blockIn([linked, exportOf({ redshift })], "redshift")).toMatchObject({
    database: { kind: "value", value: "d" },
    integrationId: { kind: "output", of: { id: login.id }, output: "integrationId" },
    copyInputs: { kind: "secret" },
  });
});

test("a setting of a block isn't a reference because another object has a part of that name and value", () => {
  const found = [project(7, "Shop"), exportOf({ bigQuery: { projectId: "7", datasetId: "d" } })];
  expect(blockIn(found, "bigQuery")["projectId"]).toEqual({ kind: "value", value: "7" });
});

test("the command that imports an object holds whatever the object is called", () => {
  const [domain] = resources.filter(({ name }) => name === "Domain");
  const lines = engines.map(({ programWriter }) =>
    domain === undefined ? "" : programWriter.importLine(domain, { name: "Acme's shop", id: "o/it's; rm -rf" }),
  );
  expect(lines.toSorted()).toEqual([
    String.raw`pulumi import orgform:index:Domain acme-s-shop 'o/it'\''s; rm -rf'`,
    String.raw`terraform import orgform_domain.acme_s_shop 'o/it'\''s; rm -rf'`,
  ]);
  // Dynamic resources can't be imported.
  const [pulumi] = engines.filter(({ name }) => name === "pulumi");
  const handle = "urn:pulumi:dev::acme::pulumi-nodejs:dynamic/orgform:Domain::acme";
  const object = { name: "Acme's shop", id: "o/d" };
  expect(domain && pulumi?.programWriter.importLine(domain, object, [{ handle }])).toBe(
    'new orgform.Domain("acme-s-shop", { adopt: "o/d", ... })',
  );
});

const membersOf = (expression: Expression | undefined): Readonly<Record<string, Expression>> =>
  expression?.kind === "record" ? expression.members : {};

test("an object names others by what the service decides, and people by their addresses", () => {
  const person = member(0);
  const email = "user0@acme.example";
  const [known, unknown] = ["01912345-89ab-7cde-8f01-23456789ab01", "01912345-89ab-7cde-8f01-23456789ab02"];
  const role = foundObject("Role", `${ORGANIZATION_ID}/${known}`, "Crew", {
    organizationId: ORGANIZATION_ID,
    name: "Crew",
  });
  const place = (roleId: string): FoundObject =>
    foundObject("RoleMembership", `${ORGANIZATION_ID}/${roleId}/${email}`, email, {
      organizationId: ORGANIZATION_ID,
      roleId,
      email,
    });
  const { kinds } = programOfAll([person, role, place(known), place(unknown)]);
  const places = kinds.find(({ definition }) => definition.name === "RoleMembership")?.objects ?? [];
  expect(places.map(({ inputs }) => inputs)).toMatchObject([
    {
      organizationId: { kind: "output", of: { id: ORGANIZATION_ID }, output: "organizationId" },
      roleId: { kind: "output", of: { id: role.id }, output: "roleId" },
      email: { kind: "value", value: email },
    },
    // The program doesn't have that role.
    { organizationId: { kind: "output" }, roleId: { kind: "value", value: unknown }, email: { kind: "value" } },
  ]);
});

test("a setting without references or secrets is one value, and beside one, each member is a value", () => {
  const plain = { bigQuery: { projectId: "p", datasetId: "d", includeEvents: ["a", "é|"] } };
  const expressionOf = (destination: object): Expression | undefined =>
    programOfAll([exportOf(destination)]).kinds.find(({ definition }) => definition.name === "BatchExport")?.objects[0]
      ?.inputs["destination"];
  const { other, http } = { other: { type: "Kafka", integrationId: "7" }, http: { url: "https://a.example/batch/" } };
  expect(expressionOf({ other })).toEqual({ kind: "value", value: { other } });
  expect(membersOf(membersOf(expressionOf({ http }))["http"])).toMatchObject({
    url: { kind: "value", value: http.url },
    token: { kind: "secret" },
  });
  expect(membersOf(membersOf(expressionOf(plain))["bigQuery"])).toMatchObject({
    includeEvents: { kind: "value", value: ["a", "é|"] },
  });
});

test("objects of several kinds share a name, and a name that the language has gets the kind before it", () => {
  const named = (resource: string, id: string): FoundObject =>
    foundObject(resource, `${ORGANIZATION_ID}/${id}`, "Web shop", {
      organizationId: ORGANIZATION_ID,
      name: "Web shop",
    });
  const namesWith = (objects: readonly FoundObject[], reserved: readonly string[]): string[] =>
    programOf(resources, { objects, unread: [] }, { host: "", reserved }).kinds.flatMap((kind) =>
      kind.objects.map(({ words }) => `${kind.definition.name}: ${words.join(" ")}`),
    );
  const each = [named("Role", "1"), named("Project", "1")];
  expect(namesWith(each, [])).toEqual(["Project: web shop", "Role: web shop"]);
  expect(namesWith(each, ["webShop"])).toEqual(["Project: project web shop", "Role: role web shop"]);
  // The ends of their IDs are one.
  expect(namesWith([named("Role", "1234567"), named("Role", "9234567")], [])).toEqual([
    "Role: web shop 234567",
    "Role: web shop 234567 2",
  ]);
});

/** A value that no input takes. */
const BAD = { "nobody |é": [{}] };

test.each(resources.map((definition) => [definition.name, definition] as const))(
  "a %s is in the program or left out, and so is each of its settings, with the same reason",
  (name, definition) => {
    const optional = fieldsOf(definition, "inputs").filter(([, rules]) => isOptional(rules) && rules.secret !== true);
    const id = definition.identity.parts.map((part) => `${part} |é`).join("/");
    const faults = [Object.fromEntries(optional.map(([field]) => [field, BAD])), {}];
    for (const further of faults) {
      const whole = foundObject(name, id, "Crew", { ...definition.example });
      const found = { ...whole, stored: { ...whole.stored, inputs: { ...definition.example, ...further } } };
      const declaration = declarationOf(definition, found.stored);
      const { kinds, leftOut } = programOf([definition], { objects: [found], unread: [] }, { host: "", reserved: [] });
      const title = printed(titleOf(definition, id));
      expect(kinds.length).toBe("reason" in declaration ? 0 : 1);
      expect(leftOut).toEqual(
        "reason" in declaration
          ? [{ what: title, reason: declaration.reason }]
          : declaration.leftOut.map(({ path, reason }) => ({ what: `${path} of ${title}`, reason: printed(reason) })),
      );
    }
  },
);

test("the parts that nobody could read go along unchanged", () => {
  const unread = [{ what: "Roles |é", reason: "no scope" }];
  const { unread: told, leftOut, kinds } = programOf(resources, { objects: [], unread }, { host: "", reserved: [] });
  expect([told, leftOut, kinds]).toEqual([unread, [], []]);
});

test("a kind's file is called after many objects, unless an organization has one of them", () => {
  for (const definition of resources) {
    const kind = wordsOfName(definition.name);
    const [word = ""] = kind.slice(-1);
    const plural = word === "access" ? "accesses" : `${word}s`;
    expect(fileWordsOf(definition)).toEqual([...kind.slice(0, -1), definition.parent === undefined ? word : plural]);
  }
});
