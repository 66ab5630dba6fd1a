import { z } from "zod";
import { DIALECT_NAMES } from "../dialects.ts";
import type { DnsTable } from "../dns.ts";
import type { ControlRoute } from "../family.ts";
import { faultSpecSchema } from "../faults/fault-spec.ts";
import { type OwnAnswer, type OwnRequest, ownJson, sandboxError } from "../http/own-answer.ts";
import type { ParameterName } from "../pipeline/path-template.ts";
import { pathText, queryText } from "../pipeline/request-path.ts";
import type { Snapshot } from "../store/store.ts";
import type { DomainPatch, OrganizationPatch, SandboxControl } from "./control.ts";
import { ControlError, controlError, givenIn, matchPath, parametersOf, readControlBody } from "./family-control.ts";

/** What `GET /_sandbox/health` reports, besides the fact that the sandbox is running. */
export type Health = { readonly dialect: string; readonly organizationId: string };

const record = z.union([z.string(), z.array(z.string())]);
const dnsError = z.enum(["timeout", "nxdomain"]);
const dnsEntry = { CNAME: z.string().optional(), error: dnsError.optional() };
const dnsTable = z.record(z.string(), z.strictObject({ TXT: z.array(record).optional(), ...dnsEntry }));
const person = { userId: z.string().optional(), email: z.string().optional() };
const patch = z.record(z.string(), z.unknown());

const snapshotShape = z.object({
  version: z.literal(2),
  tables: z.record(z.string(), z.array(z.looseObject({ id: z.string() }))),
});

const BODIES = {
  faults: z.union([faultSpecSchema, z.array(faultSpecSchema)]),
  clockSet: z.strictObject({ now: z.string(), frozen: z.boolean().optional() }),
  clockStep: z.strictObject({ advanceSeconds: z.number() }),
  dnsTable,
  dnsName: z.strictObject({ values: z.array(record).optional(), ...dnsEntry }),
  user: z.strictObject({ email: z.string().min(3), firstName: z.string().optional() }),
  userPatch: z.strictObject({
    currentOrganization: z.string().nullable().optional(),
    isActive: z.boolean().optional(),
  }),
  membership: z.strictObject({ ...person, organizationId: z.string(), level: z.literal([1, 8, 15]) }),
  membershipEnd: z.strictObject({ ...person, organizationId: z.string(), level: z.number().optional() }),
  key: z.strictObject({
    ...person,
    label: z.string().optional(),
    scopes: z.array(z.string()).nullable(),
    scopedOrganizations: z.array(z.string()).optional(),
    scopedTeams: z.array(z.number()).optional(),
    value: z.string().optional(),
  }),
  features: z.strictObject({ features: z.array(z.string()) }),
  dialect: z.strictObject({ dialect: z.enum(DIALECT_NAMES) }),
  settings: z.strictObject({
    asOf: z.iso.date().optional(),
    rateLimit: z.boolean().optional(),
    rateLimitScale: z.number().min(1).max(10_000).optional(),
    newOrganizationFeatures: z.union([z.enum(["all", "none"]), z.array(z.string())]).optional(),
    pipelineItems: z.boolean().optional(),
    emptyProjectsKeptHours: z.number().min(0).optional(),
    pendingProjectsListed: z.boolean().optional(),
    pendingProjectsCount: z.boolean().optional(),
    organizationsKeptHours: z.number().min(0).optional(),
    proxyActionsTakeKeys: z.boolean().optional(),
    newOrganizationsResolveMostSpecific: z.boolean().optional(),
    projectVisibilityFollowsOrder: z.boolean().optional(),
    rootProjectsJudgedByCurrentOrganization: z.boolean().optional(),
    objectDefaultsOpenKinds: z.boolean().optional(),
    personDeletionIsQueued: z.boolean().optional(),
    undeclaredActionsTakeKeys: z.boolean().optional(),
    proxyRootRedirects: z.boolean().optional(),
    inviteRefusalsNameField: z.boolean().optional(),
    foreignInvitesAnswer: z.literal([400, 403]).optional(),
    patchKeepsMappings: z.boolean().optional(),
    latencyMs: z.int().min(0).max(60_000).optional(),
    cloud: z.boolean().optional(),
    mail: z.boolean().optional(),
  }),
  organization: z.strictObject({ ...person, name: z.string().min(1), features: z.array(z.string()).optional() }),
  patch,
  snapshot: z.custom<Snapshot>((value) => snapshotShape.safeParse(value).success, "This is not a snapshot"),
};

/** A request to the control plane, with the parameters of its path. */
type Asked<Parameter extends string = string> = OwnRequest & {
  readonly parameters: Readonly<Record<Parameter, string>>;
};

type On = <const Path extends string>(
  method: ControlRoute["method"],
  path: Path,
  handler: (request: Asked<ParameterName<Path>>) => unknown,
) => void;

const PREFIX = "/_sandbox/";

/** Responds to requests below `/_sandbox/`, and returns `undefined` for others; every path can have a final slash. */
export function controlPlane(
  control: SandboxControl,
  health: () => Health,
): (request: OwnRequest) => OwnAnswer | undefined {
  const routes: (Pick<ControlRoute, "method" | "path"> & { readonly handler: (request: Asked) => unknown })[] = [];
  const on: On = (method, path, handler) => {
    const run = (request: Asked) => handler({ ...request, parameters: parametersOf(path, request.parameters) });
    routes.push({ method, path, handler: run });
  };
  on("GET", "health", () => ({ ok: true, ...health() }));
  addObservationRoutes(on, control);
  addDnsRoutes(on, control);
  addAccountRoutes(on, control);
  addEditingRoutes(on, control);
  for (const { method, path } of control.familyRoutes) {
    on(method, path, (request) => control.call(method, request.target.slice(PREFIX.length), bodyOf(request)));
  }
  return (request) => {
    if (!request.target.startsWith(PREFIX)) return undefined;
    return answerControl(() => {
      const path = pathText(request.target);
      for (const { method, path: template, handler } of routes) {
        const parameters = method === request.method ? matchPath(template, path.slice(PREFIX.length)) : undefined;
        if (parameters !== undefined) return handler({ ...request, parameters });
      }
      throw controlError(404, `The control plane has no ${request.method} ${path}.`);
    });
  };
}

function addObservationRoutes(on: On, control: SandboxControl): void {
  on("GET", "requests", () => control.requests());
  on("GET", "requests/counts", () => control.counts());
  on("DELETE", "requests", () => control.clearRequests());
  on("GET", "state", () => control.snapshot());
  on("PUT", "state", (request) => control.restore(read(BODIES.snapshot, request)));
  on("GET", "faults", () => control.faults());
  on("POST", "faults", (request) => {
    const specs = read(BODIES.faults, request);
    return Array.isArray(specs) ? specs.map((spec) => control.addFault(spec)) : control.addFault(specs);
  });
  on("DELETE", "faults", () => control.clearFaults());
  on("DELETE", "faults/:id", (request) => found(control.removeFault(request.parameters.id), "fault"));
  on("GET", "clock", () => control.clock());
  on("PUT", "clock", (request) => {
    const body = read(BODIES.clockSet, request);
    return control.setClock(body.now, body.frozen);
  });
  on("POST", "clock", (request) => control.advanceClock(read(BODIES.clockStep, request).advanceSeconds));
  on("GET", "dialect", () => ({ dialect: control.dialect() }));
  on("PUT", "dialect", (request) => control.setDialect(read(BODIES.dialect, request).dialect));
  on("GET", "settings", () => control.settings());
  on("PUT", "settings", (request) => control.changeSettings(givenIn(read(BODIES.settings, request))));
}

function addDnsRoutes(on: On, control: SandboxControl): void {
  on("GET", "dns", () => control.dns());
  on("PUT", "dns", (request) => {
    control.replaceDns(read(BODIES.dnsTable, request) as DnsTable);
    return control.dns();
  });
  on("DELETE", "dns", () => control.clearDns());
  on("GET", "dns/:name", (request) => {
    const entry = control.dns()[request.parameters.name.toLowerCase()];
    return entry === undefined ? found(false, "DNS name") : { values: entry.TXT ?? [], ...entry };
  });
  on("PUT", "dns/:name", (request) => {
    const body = read(BODIES.dnsName, request);
    const { values = [], ...rest } = body;
    control.setDnsName(request.parameters.name, givenIn({ TXT: values, ...rest }));
    return { name: request.parameters.name, values, ...rest };
  });
  on("DELETE", "dns/:name", (request) => found(control.deleteDns(request.parameters.name), "DNS name"));
}

function addAccountRoutes(on: On, control: SandboxControl): void {
  on("GET", "users", () => control.users());
  on("POST", "users", (request) => control.createUser(read(BODIES.user, request)));
  on("PATCH", "users/:id", (request) => control.updateUser(request.parameters.id, read(BODIES.userPatch, request)));
  on("GET", "memberships", () => control.memberships());
  on("POST", "memberships", (request) => control.addMembership(read(BODIES.membership, request)));
  on("DELETE", "memberships", (request) => {
    return found(control.removeMembership(read(BODIES.membershipEnd, request)), "membership");
  });
  on("GET", "keys", () => control.keys());
  on("POST", "keys", (request) => control.createKey(read(BODIES.key, request)));
  on("DELETE", "keys/:id", (request) => found(control.deleteKey(request.parameters.id), "key"));
  on("POST", "media", () => control.createMedia());
  on("DELETE", "media/:id", (request) => found(control.deleteMedia(request.parameters.id), "media"));
}

function addEditingRoutes(on: On, control: SandboxControl): void {
  on("GET", "organizations", () => control.organizations());
  on("POST", "organizations", (request) => control.createOrganization(read(BODIES.organization, request)));
  on("GET", "organizations/:id", (request) => one(control.organizations(), request.parameters.id, "organization"));
  on("PATCH", "organizations/:id", (request) => {
    return control.updateOrganization(request.parameters.id, read(BODIES.patch, request) as OrganizationPatch);
  });
  on("DELETE", "organizations/:id", (request) => control.deleteOrganization(request.parameters.id));
  on("PUT", "organizations/:id/features", (request) => {
    return control.setFeatures(request.parameters.id, read(BODIES.features, request).features);
  });
  on("GET", "domains", (request) => {
    return control.domains(new URLSearchParams(queryText(request.target)).get("organization") ?? undefined);
  });
  on("GET", "domains/:id", (request) => one(control.domains(), request.parameters.id, "domain"));
  on("PATCH", "domains/:id", (request) => {
    return control.updateDomain(request.parameters.id, read(BODIES.patch, request) as DomainPatch);
  });
  on("DELETE", "domains/:id", (request) => control.deleteDomain(request.parameters.id));
}

function answerControl(call: () => unknown): OwnAnswer {
  try {
    const result = call();
    return ownJson(result === undefined ? 204 : 200, result);
  } catch (error) {
    if (error instanceof ControlError) return sandboxError(error.status, "control", error.message);
    return sandboxError(500, "http", error instanceof Error ? error.message : String(error));
  }
}

function read<Schema extends z.ZodType>(schema: Schema, request: OwnRequest): z.output<Schema> {
  return readControlBody(schema, bodyOf(request));
}

function bodyOf({ bodyBytes }: OwnRequest): unknown {
  try {
    return bodyBytes.length > 0 ? JSON.parse(bodyBytes.toString("utf8")) : {};
  } catch {
    throw controlError(400, "The body isn't JSON.");
  }
}

function found(wasThere: boolean, what: string): undefined {
  if (!wasThere) throw controlError(404, `There is no such ${what}.`);
}

function one<Row extends { readonly id?: unknown }>(rows: readonly Row[], id: string, what: string): Row {
  const row = rows.find((each) => each.id === id);
  if (row === undefined) throw controlError(404, `There is no ${what} ${id}.`);
  return row;
}
