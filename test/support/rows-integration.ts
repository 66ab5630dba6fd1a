import type { Values } from "../../src/model/json-value.ts";
import { parseId } from "../../src/model/identity.ts";
import type { RowDeclaration } from "./row-declaration.ts";
import { OTHER_BLOCKS } from "./integration-blocks.ts";
import type { World } from "./scenario-world.ts";

const SERVER = { host: "db.globex.example", port: 5432, user: "loader" };
const CERTIFICATE = "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n";
const VERIFIED = { sslMode: "verify-full", sslRootCert: CERTIFICATE };
const LOGIN = { ...SERVER, password: "login-canary" };

const EXISTING: RowDeclaration["existing"] = {
  own: (world, { projectId }) => make(world, String(projectId), VERIFIED.sslMode),
  ownRequests: ["LIST", "HOMES", "ACCOUNT", "MAKE"],
  foreign: (world, { projectId }) => make(world, String(projectId), "verify-ca"),
  foreignReason: /"sslMode":"verify-ca"/u,
  adoptTexts: (id) => {
    const name = parsed(id)["name"] ?? "";
    return [id, name, name];
  },
};

/** A server login, of a kind that a create overwrites. conformance/integrations has all kinds. */
export const integrationRow: RowDeclaration = {
  resource: "Integration",
  at: "/projects/:id/integrations/",
  onlyIn: "2026-09",
  setUp: (world) => {
    const { organizationId, otherOrganizationId } = world;
    const [project, other] = [world.project(organizationId), world.project(otherOrganizationId)];
    return Promise.resolve({ projectId: String(project), otherProjectId: String(other) });
  },
  minimal: ({ projectId }) => ({ projectId, postgresql: LOGIN }),
  alsoMinimal: ["postgresql"],
  full: ({ projectId }) => ({ projectId, postgresql: { ...LOGIN, ...VERIFIED }, rotate: "first" }),
  needed: ["postgresql"],
  apart: OTHER_BLOCKS,
  triedElsewhere: OTHER_BLOCKS,
  changes: () => ({
    postgresql: {
      to: { ...LOGIN, sslMode: "verify-ca", sslRootCert: CERTIFICATE, password: "changed-canary" },
      wire: {
        config: { ...SERVER, ssl_mode: "verify-ca", ssl_root_cert: CERTIFICATE },
        secrets: { password: "changed-canary" },
      },
    },
  }),
  replacements: ({ otherProjectId }) => ({ projectId: otherProjectId }),
  notImported: ["rotate", "postgresql.password"],
  changeMethod: "POST",
  isShared: true,
  checkRequests: ["LIST"],
  edit: {
    field: "postgresql",
    value: { ...LOGIN, sslMode: "verify-ca", sslRootCert: CERTIFICATE },
    apply: ({ sandbox }, id) => {
      const config = { ...LOGIN, ssl_mode: "verify-ca", ssl_root_cert: CERTIFICATE };
      sandbox.control.call("POST", "integrations", {
        project: Number(parsed(id)["projectId"]),
        kind: "postgresql",
        config,
      });
    },
  },
  remove: (world, id) => {
    const row = rowOf(world, id);
    if (row !== undefined) world.sandbox.control.call("DELETE", `integrations/${String(row["number"])}`);
  },
  look: rowOf,
  count: (world) => integrationsIn(world).filter(({ kind }) => kind === "postgresql").length,
  derived: ["created_by"],
  existing: EXISTING,
  requests: { create: ["LIST", "HOMES", "LIST", "MAKE"], update: ["LIST", "MAKE"], delete: ["LIST", "REMOVE"] },
};

function parsed(id: string): Readonly<Record<string, string>> {
  return parseId(["projectId", "kind", "name"], id);
}

/** All stored integrations. */
export function integrationsIn({ sandbox }: World): readonly Values[] {
  return sandbox.control.call("GET", "integrations") as readonly Values[];
}

function rowOf(world: World, id: string): Values | undefined {
  const { projectId, kind, name } = parsed(id);
  return integrationsIn(world).find(({ project, kind: word, config }) => {
    const { user, host, port } = config as Values;
    return project === Number(projectId) && word === kind && `${String(user)}@${String(host)}:${String(port)}` === name;
  });
}

async function make(world: World, projectId: string, mode: string): Promise<void> {
  const config = { ...LOGIN, ssl_mode: mode, ssl_root_cert: CERTIFICATE };
  await world.send("POST", `projects/${projectId}/integrations/`, { kind: "postgresql", config });
}
