import type { Values } from "../../src/model/json-value.ts";
import type { RowDeclaration } from "./row-declaration.ts";
import { addMember, memberIn } from "./scenario-people.ts";
import type { World } from "./scenario-world.ts";

const EMAIL = "Ann@Globex.example";
const OTHER = "bob@globex.example";

const RULES = "GET /organizations/:id/projects/:id/access_controls/";
const PUT = "PUT /organizations/:id/projects/:id/access_controls/";
const KINDS = "GET /organizations/:id/projects/:id/resource_access_controls/";
const OBJECT_RULES = "GET /projects/:id/dashboards/:id/access_controls/";
const PUT_OBJECT = "PUT /projects/:id/dashboards/:id/access_controls/";

/** Two members, a role, and a project in each of two organizations. Rules can be about dashboard 7. */
async function setUp(world: World): Promise<Values> {
  const { organizationId, otherOrganizationId } = world;
  world.settleIn(organizationId);
  for (const email of [EMAIL, OTHER]) addMember(world, email, 1);
  const { id: roleId } = await world.send("POST", `organizations/${organizationId}/roles/`, { name: "Builders" });
  const projectId = String(world.project(organizationId));
  const otherProjectId = String(world.project(otherOrganizationId));
  for (const id of ["7", "8"]) {
    const object = { project: Number(projectId), resource: "dashboard", id };
    world.sandbox.control.call("POST", "guarded-objects", object);
  }
  return { projectId, otherProjectId, roleId };
}

/** Access to a project. `access-rules.test.ts` has invited people. */
export const projectAccessRow: RowDeclaration = {
  resource: "ProjectAccess",
  onlyIn: "2026-09",
  setUp,
  minimal: ({ projectId }) => ({ projectId, level: "none" }),
  full: ({ projectId }) => ({ projectId, email: EMAIL, level: "admin", onDestroy: "remove" }),
  apart: ["roleId", "roleName"],
  changes: () => ({ level: { to: "none", wire: { access_level: "none" } } }),
  replacements: ({ otherProjectId, roleId }) => ({
    projectId: otherProjectId,
    email: OTHER,
    roleId,
    roleName: "Builders",
  }),
  excludes: { roleId: ["email"], roleName: ["email"] },
  imported: { email: EMAIL.toLowerCase(), onDestroy: undefined },
  stored: { onDestroy: "retain" },
  changeMethod: "PUT",
  checkRequests: ["HOMES", RULES],
  previewRequests: ["HOMES"],
  edit: { field: "level", value: "member", apply: (world, id) => change(world, id, "member") },
  remove: (world, id) => change(world, id, null),
  look: ruleOf,
  count: (world) => rulesIn(world).length,
  derived: ["created_at", "updated_at"],
  existing: {
    own: (world, inputs) => put(world, inputs, `projects/${String(inputs["projectId"])}/access_controls/`),
    declared: (inputs) => inputs,
    ownRequests: ["HOMES", RULES, "MEMBERS"],
    foreign: (world, inputs) =>
      put(world, { ...inputs, level: "member" }, `projects/${String(inputs["projectId"])}/access_controls/`),
    foreignReason: /level is "member", declared is "admin"/u,
    adoptTexts: (id, { email }) => [id, "member/ann@globex.example", String(email)],
  },
  requests: {
    create: ["HOMES", RULES, "MEMBERS", PUT],
    update: ["HOMES", RULES, "MEMBERS", PUT],
    // Before a deletion, the guard checks whether the key's account would lose the project.
    delete: ["HOMES", RULES, "MEMBERS", PUT],
  },
};

/** Access to one object. `access-rules.test.ts` has rules of a kind. */
export const accessControlRow: RowDeclaration = {
  ...projectAccessRow,
  resource: "AccessControl",
  minimal: ({ projectId }) => ({ projectId, resource: "dashboard", level: "viewer" }),
  full: ({ projectId }) => ({
    projectId,
    resource: "dashboard",
    resourceId: "7",
    email: EMAIL,
    level: "manager",
    onDestroy: "remove",
  }),
  changes: () => ({ level: { to: "none", wire: { access_level: "none" } } }),
  replacements: ({ otherProjectId, roleId }) => ({
    projectId: otherProjectId,
    resource: "notebook",
    resourceId: "8",
    email: OTHER,
    roleId,
    roleName: "Builders",
  }),
  checkRequests: [OBJECT_RULES, "HOMES"],
  minimalRequests: [KINDS],
  previewRequests: ["HOMES"],
  edit: { field: "level", value: "viewer", apply: (world, id) => change(world, id, "viewer") },
  existing: {
    own: (world, inputs) => put(world, inputs, objectPath(inputs)),
    declared: (inputs) => inputs,
    ownRequests: [OBJECT_RULES, "HOMES", "MEMBERS"],
    foreign: (world, inputs) => put(world, { ...inputs, level: "viewer" }, objectPath(inputs)),
    foreignReason: /level is "viewer", declared is "manager"/u,
    adoptTexts: (id, { email }) => [id, "member/ann@globex.example", String(email)],
  },
  requests: {
    create: [OBJECT_RULES, "HOMES", "MEMBERS", PUT_OBJECT],
    update: ["HOMES", OBJECT_RULES, "MEMBERS", PUT_OBJECT],
    delete: ["HOMES", OBJECT_RULES, "MEMBERS", PUT_OBJECT],
  },
};

const objectPath = ({ projectId, resourceId }: Values): string =>
  `projects/${String(projectId)}/dashboards/${String(resourceId)}/access_controls/`;

/** Creates a rule from outside. */
async function put(world: World, { email, level }: Values, path: string): Promise<void> {
  const member = memberIn(world, String(email));
  await world.send("PUT", path, { access_level: level, organization_member: member?.["id"] });
}

function rulesIn({ sandbox }: World): readonly Values[] {
  return sandbox.control.call("GET", "access-controls") as readonly Values[];
}

/** The rule of an ID, whose last part names a member or everybody. */
function ruleOf(world: World, id: string): Values | undefined {
  const [project, ...rest] = id.split("/");
  const subject = rest.at(-1) ?? "";
  const target = rest.length === 1 ? `project:${project ?? ""}` : (rest[0] ?? "");
  const member = subject === "default" ? null : memberIn(world, subject.replace("member:", ""))?.["id"];
  return rulesIn(world).find(
    (rule) =>
      rule["project"] === Number(project) &&
      target ===
        (rule["resource_id"] === null ? rule["resource"] : `${text(rule, "resource")}:${text(rule, "resource_id")}`) &&
      rule["organization_member"] === member,
  );
}

const text = (rule: Values, name: string): string => (typeof rule[name] === "string" ? rule[name] : "");

function change(world: World, id: string, level: string | null): void {
  const rule = ruleOf(world, id);
  if (rule !== undefined)
    world.sandbox.control.call("POST", "access-controls", { id: rule["id"], access_level: level });
}
