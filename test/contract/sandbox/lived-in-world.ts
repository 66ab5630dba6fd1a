import { jest } from "@jest/globals";
import type { Dialect } from "../../../packages/sandbox/src/dialects.ts";
import type { Exchange } from "../../../packages/sandbox/src/pipeline/exchange.ts";
import { answerRequest } from "../../../packages/sandbox/src/pipeline/service-pipeline.ts";
import { FAMILIES } from "../../../packages/sandbox/src/routes/all-routes.ts";
import { openWorld, type SandboxOptions } from "../../../packages/sandbox/src/sandbox.ts";
import { exchangeOf } from "../../../packages/sandbox/src/server.ts";
import { isRecord, type Values } from "../../../src/model/json-value.ts";
import { LINKED } from "../../support/destination-samples.ts";
import { TableChanges } from "./table-changes.ts";
import { undone } from "./undone.ts";
import { WRITE_SAMPLES } from "./write-samples.ts";

/** What was answered. */
export interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** What was answered to a write, and what it changed. */
export interface Tried extends Answered {
  readonly changes: Values;
}

/** Those who ask; a newcomer is in no organization, and `nobody` sends no key. */
export const CALLERS = ["founder", "member", "reader", "outsider", "newcomer", "nobody"] as const;
export type Caller = (typeof CALLERS)[number];

const NOW = "2026-09-30T08:00:00.250Z";
/** Events are captured from then on, a minute apart. */
const CAPTURED_FROM = "2026-09-30T10:00:00.250Z";
const FOUNDER = "founder@acme.example";
const MEMBER = "ann@acme.example";
const NEWCOMER = "new@acme.example";
const OUTSIDER = "ann-other@acme.example";

/** What an object that will be deleted has, where others have the same. */
const GONE = { name: "Gone", domain: "gone.example", target_email: "gone@acme.example", url: "https://gone.example" };

/** Objects of the connected services. */
const NAMED = [
  { id: "1", name: "first" },
  { id: "2", name: 'ü|"x" y' },
];

/** What the connected services have, by kind. */
const CONNECTIONS: Readonly<Record<string, Values>> = {
  slack: {
    channels: [...NAMED, { id: "3", name: "third", is_private: true, is_member: false, is_ext_shared: true }],
    users: [...NAMED, { id: "3", name: "third", display_name: "3rd" }],
  },
  github: { repositories: NAMED },
  jira: { projects: NAMED.map((one) => ({ ...one, key: "K" })) },
  linear: { teams: NAMED },
};

/** The ends of the paths that ask the services. */
const ACTIONS: Readonly<Record<string, readonly string[]>> = {
  slack: ["channels", "users"],
  github: ["github_repos"],
  jira: ["jira_projects"],
  linear: ["linear_teams"],
};

/** Properties that can name a person. */
const NAMES = ["Email", "$email", "name", "Name", "username", "Username", "UserName", "other"];

/** What an export and a function wrote. */
const LINES = [
  ["info", "began"],
  ["warn", 'ü|"x" y'],
  ["error", "failed"],
] as const;

/** Opens a world that always has the same identifiers. */
export function openedAlike(options: SandboxOptions): ReturnType<typeof openWorld> {
  // The clock of the world, and its identifiers, begin with the time.
  const time = jest.spyOn(Date, "now").mockReturnValue(0);
  try {
    return openWorld(options);
  } finally {
    time.mockRestore();
  }
}

/** All routes; those below `environments` are those below `projects` again. */
export const ROUTES = FAMILIES.flatMap(({ routes }) => routes).filter(
  ({ template }) => !template.startsWith("/api/environments/"),
);

/**
 * An organization in which several people have done much, a minute apart: with an object of every sample that the
 * dialect takes, and always with the same identifiers.
 */
export class LivedInWorld {
  readonly #opened: ReturnType<typeof openWorld>;
  readonly #ids = new Map<string, (string | number)[]>();
  readonly #keys: Readonly<Partial<Record<Caller, string>>>;
  #rest: TableChanges | undefined;

  constructor(dialect: Dialect) {
    this.#opened = openedAlike({ dialect, now: NOW });
    const { control, seeded } = this.#opened;
    const { organizationId } = seeded;
    control.setClock(NOW, true);
    const member = control.createUser({ email: MEMBER, firstName: "Ann" });
    control.addMembership({ userId: member.id, organizationId, level: 1 });
    for (const email of [OUTSIDER, NEWCOMER]) control.createUser({ email });
    control.createOrganization({ email: OUTSIDER, name: 'Acme|"2"' });
    const keyOf = (email: string, scopes: string[] | null = null): string =>
      control.createKey({ email, scopes }).apiKey;
    this.#keys = {
      founder: keyOf(FOUNDER),
      member: keyOf(MEMBER),
      reader: keyOf(FOUNDER, ["organization:read", "project:read"]),
      outsider: keyOf(OUTSIDER),
      newcomer: keyOf(NEWCOMER),
    };
    for (const noun of [":organization_id", "organizations"]) this.#note(noun, organizationId);
    this.#note(":user__uuid", member.id);
    this.#note(":token", this.#projects()[0]?.api_token);
    for (const { number } of this.#projects()) for (const noun of [":project_id", "projects"]) this.#note(noun, number);
    this.#createAll();
    this.#change();
    this.#remove();
    this.#rule();
    this.#approve();
    this.#connect();
    this.#run();
    this.#verify();
    this.#capture();
    control.advanceClock(60);
    this.#note(":resources", "hog_functions");
    this.#note(":object_id", this.#ids.get("hog_functions")?.[0]);
    this.#note("signup", this.#ids.get("invites")?.[0]);
  }

  send(method: string, path: string, body?: unknown, caller: Caller = "founder"): Answered {
    return answered(this.#exchange(method, path, body, caller));
  }

  /** Asks like the founder, and tells the names in the query that the sandbox read. */
  ask(path: string): Answered & { readonly read: readonly string[] } {
    const exchange = this.#exchange("GET", path, undefined, "founder");
    const read = new Set<string>();
    const query = new Proxy(exchange.query, {
      get(target, property) {
        const value: unknown = Reflect.get(target, property);
        if (typeof value !== "function") return value;
        return (...given: unknown[]): unknown => {
          if (typeof given[0] === "string") read.add(given[0]);
          return Reflect.apply(value, target, given);
        };
      },
    });
    return { ...answered({ ...exchange, query }), read: [...read] };
  }

  /** What an act gives, whose effects are undone. */
  undone<T>(act: () => T): T {
    return undone(this.#opened.world, act);
  }

  /** What is answered, and how the tables differ a minute after a change; it's undone. */
  tried(act: () => Answered): Tried {
    const { control, world } = this.#opened;
    this.#rest ??= new TableChanges(world.store);
    const rest = this.#rest;
    const now = world.clock.nowMs();
    const outcome = this.undone(() => {
      const written = rest.written();
      const given = act();
      if (Object.keys(rest.since(written)).length > 0) control.advanceClock(60);
      return { ...given, changes: rest.since(written) };
    });
    world.clock.set(now, true);
    return outcome;
  }

  /** A template with the identifiers of the oldest objects there, but a later one of the last kind; undefined without one. */
  path(template: string, place = 0): string | undefined {
    const parts = template.split("/");
    const last = parts.findLastIndex((part) => part.startsWith(":"));
    if (last < 0 && place > 0) return undefined;
    const filled = parts.map((part, index) => {
      if (!part.startsWith(":")) return part;
      const noun = parts[index - 1] ?? "";
      const ids = this.#ids.get(part) ?? this.#ids.get(`${noun}/${parts[index + 1]}`) ?? this.#ids.get(noun) ?? [];
      return ids[index === last ? place : 0];
    });
    return filled.includes(undefined) ? undefined : filled.join("/");
  }

  /** The paths of a template to all objects of the last kind, oldest first. */
  paths(template: string): readonly string[] {
    const paths: string[] = [];
    for (let path = this.path(template); path !== undefined; path = this.path(template, paths.length)) paths.push(path);
    return paths;
  }

  /** The oldest identifier of a kind, such as `:runs`; any other text as it is. */
  filled(text: string): string {
    return String(this.filledIn(text));
  }

  /** A value in which every text that names a kind is its oldest identifier. */
  filledIn(value: unknown): unknown {
    if (typeof value === "string") {
      const [id] = value.startsWith(":") ? (this.#ids.get(value) ?? this.#ids.get(value.slice(1)) ?? []) : [];
      return id ?? value;
    }
    if (Array.isArray(value)) return value.map((one) => this.filledIn(one));
    if (!isRecord(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [this.filled(key), this.filledIn(inner)]));
  }

  /** Captures events in the first project. */
  capture(batch: readonly Values[]): void {
    const [project] = this.#projects();
    const { status } = this.send("POST", "/batch/", { api_key: project?.api_token, batch }, "nobody");
    if (status !== 200) throw new Error(`capture: ${status}`);
  }

  close(): void {
    this.#opened.world.store.close();
  }

  #projects() {
    const { world, seeded } = this.#opened;
    return world.store.tables.projects.where({ organization: seeded.organizationId });
  }

  #note(noun: string, id: unknown): void {
    if (typeof id !== "string" && typeof id !== "number") return;
    this.#ids.set(noun, [...(this.#ids.get(noun) ?? []), id]);
  }

  #exchange(method: string, url: string, body: unknown, caller: Caller): Exchange {
    const key = this.#keys[caller];
    const headers = {
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      "content-type": "application/json",
    };
    const bodyBytes = Buffer.from(body === undefined ? "" : JSON.stringify(body));
    return exchangeOf(this.#opened.world, { method, url, headers, bodyBytes });
  }

  #createAll(): void {
    this.#create("/api/organizations/:organization_id/roles/", { name: "Owners" });
    this.#note(":role_id", this.#ids.get("roles")?.[0]);
    for (const [block, { kind, config }] of Object.entries(LINKED)) {
      const own = "name" in config ? { ...config, name: `of ${block}` } : config;
      this.#create("/api/projects/:project_id/integrations/", { kind, config: own });
      this.#note(`:${block}`, this.#ids.get("integrations")?.at(-1));
    }
    for (const { at, body } of WRITE_SAMPLES) this.#create(at, body);
  }

  /** Makes one more object of each kind, and deletes it; some are only marked as deleted. */
  #remove(): void {
    const seen = new Set<string>();
    for (const { at, body } of WRITE_SAMPLES) {
      if (seen.has(at) || at === "/api/organizations/") continue;
      seen.add(at);
      const noun = at.split("/").at(-2) ?? "";
      const before = this.#ids.get(noun)?.length ?? 0;
      const others = Object.entries(GONE).filter(([name]) => name in body);
      this.#create(at, { ...body, ...Object.fromEntries(others) });
      const path = this.path(`${at}:id/`, before);
      if (path === undefined) continue;
      this.#opened.control.advanceClock(60);
      if (this.send("DELETE", path).status >= 400) this.send("PATCH", path, { deleted: true });
    }
  }

  #create(at: string, body: Values): void {
    this.#opened.control.advanceClock(60);
    const { status, body: made } = this.send("POST", this.path(at, 0) ?? at, this.filledIn(body));
    if (status !== 201 || !isRecord(made)) return;
    this.#note(at.split("/").at(-2) ?? "", made["id"]);
    if (typeof made["type"] !== "string") return;
    const [first] = this.#ids.get(`:${made["type"]}`) ?? [];
    this.#note(`:${first === undefined ? "" : "later "}${made["type"]}`, made["id"]);
  }

  /** Gives and takes access: by default, for a role, for a member, and for an object. */
  #rule(): void {
    const { control, seeded, world } = this.#opened;
    const [project] = this.#projects();
    const [member] = world.store.tables.memberships
      .where({ organization: seeded.organizationId })
      .filter(({ level }) => level === 1);
    this.#note(":member_id", member?.id);
    const role = this.#ids.get("roles")?.[0];
    const [board] = this.#ids.get("hog_functions") ?? [];
    for (const [at, rule] of [
      ["access_controls", { access_level: "member" }],
      ["access_controls", { access_level: "admin", role }],
      ["resource_access_controls", { resource: "dashboard", access_level: "viewer" }],
      ["resource_access_controls", { resource: "notebook", access_level: "none", organization_member: member?.id }],
      [`hog_functions/${board}/access_controls`, { access_level: "viewer", organization_member: member?.id }],
    ] as const) {
      control.advanceClock(60);
      this.send("PUT", `/api/projects/${project?.number}/${at}/`, rule);
    }
  }

  /** Policies that ask for approval, and changes that wait for it; objects and a cohort that the service has elsewhere. */
  #approve(): void {
    const { control } = this.#opened;
    const project = this.#projects()[0]?.number;
    const policy = { project, action_key: "feature_flag.enable", approver_config: { quorum: 1 } };
    const change = { project, action_key: "feature_flag.enable", resource_type: "feature_flag" };
    for (const [at, body] of [
      ["approval-policies", policy],
      ["approval-policies", { ...policy, action_key: 'ü|"x"', enabled: false }],
      ["change-requests", { ...change, expires_at: "2026-10-14T08:00:00Z" }],
      ["change-requests", { ...change, state: "expired", expires_at: "2026-09-30T08:00:00.5Z" }],
      ["guarded-objects", { project, resource: "dashboard", id: "7", name: "Sales" }],
      ["cohorts", { project, name: "Everyone", persons: [] }],
    ] as const) {
      control.advanceClock(60);
      const made = control.call("POST", at, body);
      if (isRecord(made)) this.#note(at.replaceAll("-", "_"), made["id"]);
    }
  }

  /** Connections that somebody made in a browser. */
  #connect(): void {
    const { control } = this.#opened;
    const project = this.#projects()[0]?.number;
    for (const [kind, lists] of Object.entries(CONNECTIONS)) {
      control.advanceClock(60);
      const connection = { id: kind, name: `our ${kind}`, ...lists };
      const made = control.call("POST", "integrations", { project, kind, config: {}, connection });
      for (const action of ACTIONS[kind] ?? [])
        this.#note(`integrations/${action}`, isRecord(made) ? made["number"] : undefined);
    }
  }

  /** Verifies the first domain, and lets in only people of such domains. */
  #verify(): void {
    const { control, seeded } = this.#opened;
    const [domain] = this.#ids.get("domains") ?? [];
    if (domain !== undefined) control.updateDomain(String(domain), { verified_at: "2026-09-30T08:00:00.250000Z" });
    control.updateOrganization(seeded.organizationId, { enforce_verified_domains: true });
  }

  /** An export fills in some hours of two days, and has its own runs; it and a function write lines. */
  #run(): void {
    const { control } = this.#opened;
    const [project] = this.#projects();
    const [first] = this.#ids.get("batch_exports") ?? [];
    const [fun] = this.#ids.get("hog_functions") ?? [];
    this.capture([{ event: "old", distinct_id: "person-0", timestamp: "2026-09-01T00:00:00Z" }]);
    const at = `/api/projects/${project?.number}/batch_exports/${first}`;
    for (const day of [28, 27]) {
      const days = { start_at: `2026-09-${day}T00:00:00Z`, end_at: `2026-09-${day}T03:00:00Z` };
      // The name of the action differs between dialects.
      for (const action of ["backfill", "backfills"]) this.send("POST", `${at}/${action}/`, days);
      control.advanceClock(90);
    }
    for (const noun of ["runs", "backfills"]) {
      for (const row of rowsOf(this.send("GET", `${at}/${noun}/`).body))
        this.#note(noun, isRecord(row) ? row["id"] : undefined);
    }
    const instance_id = String(this.#ids.get("runs")?.[0] ?? "r");
    for (const [index, [level, message]] of LINES.entries()) {
      const line = { level, message, instance_id };
      const timestamp = `2026-09-30T08:0${index}:00Z`;
      if (first !== undefined) control.call("POST", `batch-exports/${first}/logs`, { ...line, timestamp });
      control.advanceClock(1.5);
      if (fun !== undefined) control.call("POST", `hog-functions/${fun}/logs`, line);
    }
  }

  /** Changes the two oldest objects of some kinds, which logs an activity. */
  #change(): void {
    for (const at of [
      "projects/:project_id/batch_exports",
      "projects/:project_id/hog_functions",
      "organizations/:organization_id/plugins",
    ]) {
      for (const [place, name] of [
        [0, 'Renamed ü|"x"'],
        [1, "renamed"],
      ] as const) {
        this.#opened.control.advanceClock(60);
        const path = this.path(`/api/${at}/:id/`, place);
        if (path !== undefined) this.send("PATCH", path, { name });
      }
    }
    const fun = this.path("/api/projects/:project_id/hog_functions/:id/", 0);
    if (fun === undefined) return;
    this.#note("revisions", "0");
    this.send("PATCH", fun, { hog: "return 2" });
    this.send("POST", `${fun}revisions/0/restore/`);
  }

  #capture(): void {
    this.#opened.control.setClock(CAPTURED_FROM, true);
    const [project] = this.#projects();
    for (const [index, event] of ["$pageview", "$pageview", "signed up", "signed up"].entries()) {
      this.#opened.control.advanceClock(60);
      const plan = index % 2 === 0 ? "pro" : 'ü|"x" y';
      const properties = { plan, price: index + 0.5, $set: { email: `p${index}@a.example`, age: index } };
      this.capture([{ event, distinct_id: `person-${index % 3}`, properties }]);
    }
    for (const [index, name] of NAMES.entries()) {
      this.#opened.control.advanceClock(60);
      const properties = { plan: "pro", $set: { [name]: `by ${name}` }, $current_url: "https://a.example/docs" };
      this.capture([
        { event: "named", distinct_id: index === 0 ? "ab1-cd2-ef3-ab4-cd5" : `named-${index}`, properties },
      ]);
    }
    for (const event of ["$autocapture", "$identify", "$pageleave", "$screen"]) {
      this.#opened.control.advanceClock(60);
      this.capture([{ event, distinct_id: "person-1", properties: { plan: `at ${event}`, [`of ${event}`]: 1 } }]);
    }
    for (const [known, anonymous] of [
      ["named-1", "ab1-cd2-ef3-ab4-cd5"],
      ["named-2", "ab1-cd2-ef3-ab4"],
      ["named-3", "A1-b2-c3-d4-e5"],
    ]) {
      this.#opened.control.advanceClock(60);
      this.capture([{ event: "$identify", distinct_id: known, properties: { $anon_distinct_id: anonymous } }]);
    }
    for (const noun of ["events", "persons"]) {
      const { body } = this.send("GET", `/api/projects/${project?.number}/${noun}/`);
      for (const row of rowsOf(body)) this.#note(noun, isRecord(row) ? row["id"] : undefined);
    }
  }
}

function answered(exchange: Exchange): Answered {
  const { status, headers, text, body } = answerRequest(exchange);
  return { status, headers, body: text ?? body };
}

/** The rows of a page. */
export function rowsOf(body: unknown): readonly unknown[] {
  return isRecord(body) && Array.isArray(body["results"]) ? body["results"] : [];
}

/** Says values as texts in which each identifier has its place in the order of appearance. */
export function teller(): (value: unknown) => string {
  const labels = new Map<string, string>();
  return (value) =>
    JSON.stringify(value ?? null)
      .replaceAll(/x{100,}/giu, "(long)")
      .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gu, (id) => {
        const label = labels.get(id) ?? `:id${labels.size + 1}`;
        labels.set(id, label);
        return label;
      })
      .replaceAll(/\bph[a-z]_\w+|(?=[a-zA-Z_-]*\d)[\w-]{32,}|\b[0-9a-f]{20}\b/gu, ":token");
}
