import { type Dialect, type NewKey, type Sandbox, startSandbox } from "../../../../packages/sandbox/src/index.ts";
import { ALL_FEATURES } from "../../../../packages/sandbox/src/routes/organizations/shape.ts";
import { DOCUMENTED_SCOPES } from "../../../../packages/sandbox/src/seed.ts";
import { IdentityMap } from "./identity-map.ts";
import { capturePersons, numberedPersons } from "./persons.ts";

/** The recorded service's first organization and its three members, in both recordings. */
const FIRST_ORGANIZATION = ["01a1fb2b-46dd-0000-4ad1-c3cb667e78ac", "01a1fb11-53cf-0000-fc23-01b847e27a8f"];
const PEOPLE = [
  ["owner@example.com", 15, "01a1fb2b-46e1-0000-1c97-051cd24c70d2", "01a1fb11-53d2-0000-5386-273e3a8d34d5"],
  ["admin@example.com", 8, "01a1fb2b-4809-0000-612c-77bc055a7256", "01a1fb11-54f4-0000-7cd1-463d790b3e84"],
  ["member@example.com", 1, "01a1fb2b-480f-0000-22e7-17efc76798b7", "01a1fb11-54fa-0000-1383-7a8375c98bab"],
] as const;

/** Organizations that several flows use. */
export const ROLE_ORGANIZATION = "01a1fb31-0cc0-0000-695a-9b48398b7a0f";
export const OTHER_ORGANIZATION = "01a1fb2c-ddb8-0000-fee7-e5b6c9d928bd";

/** Email address of the recorded owner. */
export const OWNER = "owner@example.com";

/**
 * A sandbox with the recorded service's people: Acme with an owner, an admin, and a member, all features, and one
 * project.
 */
export class Stage {
  readonly sandbox: Sandbox;
  readonly identities = new IdentityMap();
  readonly firstId: string;
  private readonly keys = new Map<string, string>();

  private constructor(sandbox: Sandbox) {
    this.sandbox = sandbox;
    const { control } = sandbox;
    control.createUser({ email: OWNER, firstName: "Olga" });
    const first = control.createOrganization({ email: OWNER, name: "Acme", features: ALL_FEATURES });
    this.firstId = first.id;
    for (const recorded of FIRST_ORGANIZATION) this.identities.bind(recorded, first.id);
    for (const [number, [email, level, ...recorded]] of PEOPLE.entries()) {
      if (email !== OWNER) {
        control.createUser({ email, firstName: email.replace(/@.*/, "") });
        control.addMembership({ email, organizationId: first.id, level });
      }
      const user = control.users().find((each) => each.email === email);
      for (const id of recorded) this.identities.bind(id, user?.id ?? "");
      this.identities.bind(number + 1, user?.number ?? 0, "user");
    }
    this.identities.bind(1, this.projectsOf(first.id)[0] ?? 0, "project");
  }

  /** Starts at the recorded time, in the state in which the recordings began. */
  static async open(now = "2026-11-20T22:54:40Z", dialect: Dialect = "2025-08"): Promise<Stage> {
    return new Stage(await startSandbox({ dialect, newOrganizationFeatures: "none", seed: "empty", now }));
  }

  /** Creates the seven persons that the first project had when most recordings began. */
  async addPersons(): Promise<void> {
    const persons = numberedPersons(7, (number) => [`anon-${number}`, `d${number}`]);
    const made = await capturePersons(this.sandbox, this.projectsOf(this.firstId)[0] ?? 0, persons);
    for (const [index, { number }] of made.entries()) this.identities.bind(index + 1, number, "person");
  }

  /** Numbers of an organization's projects, in order. */
  projectsOf(organizationId: string): number[] {
    const rows = this.sandbox.control.snapshot().tables["projects"] as { organization?: string; number?: number }[];
    return rows.filter((row) => row.organization === organizationId).map((row) => Number(row.number));
  }

  /** Our ID of a recorded organization. */
  organization(recorded: string): string {
    return String(this.identities.get(recorded));
  }

  /** Sends a request as the owner, with a key that can do everything, and returns the JSON of a successful response. */
  async call(method: string, path: string, body?: unknown): Promise<Record<string, unknown>> {
    const headers = { authorization: `Bearer ${this.key("phx_owner_legacy")}`, "content-type": "application/json" };
    const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) };
    const answer = await fetch(this.sandbox.host + path, init);
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text.slice(0, 200)}`);
    return text === "" ? {} : (JSON.parse(text) as Record<string, unknown>);
  }

  setCurrent(email: string, organizationId: string): void {
    const user = this.sandbox.control.users().find((each) => each.email === email);
    this.sandbox.control.updateUser(String(user?.id), { currentOrganization: organizationId });
  }

  /** Creates another organization with its own owner. */
  addOrganization(recorded: string, owner: string, name: string, features: readonly string[] = []): string {
    const { control } = this.sandbox;
    this.addUser(owner);
    const made = control.createOrganization({ email: owner, name, features });
    this.identities.bind(recorded, made.id);
    return made.id;
  }

  /** Creates a user who doesn't exist yet. */
  addUser(email: string): void {
    const { control } = this.sandbox;
    if (control.users().every((user) => user.email !== email)) control.createUser({ email });
  }

  /** The key for a name in the recording, created on first use. */
  key(name: string): string {
    const known = this.keys.get(name);
    if (known !== undefined) return known;
    const description = this.describeKey(name);
    this.addUser(description.email ?? "");
    const { apiKey } = this.sandbox.control.createKey(description);
    this.keys.set(name, apiKey);
    return apiKey;
  }

  private describeKey(name: string): NewKey {
    const legacy = /^phx_(\w+)_legacy$/.exec(name)?.[1];
    const wide = /^phx_(admin|member|other|lonely)(?:_all)?$/.exec(name)?.[1];
    const scopes = /^phx_s_(.+)$/.exec(name)?.[1];
    if (legacy !== undefined) return { email: `${legacy}@example.com`, scopes: null };
    if (wide !== undefined) return { email: `${wide}@example.com`, scopes: ["*"] };
    if (scopes !== undefined) return { email: OWNER, scopes: scopesIn(scopes) };
    if (name.startsWith("phx_only_ann")) return { email: OWNER, scopes: ["annotation:write"] };
    if (name === "phx_named_all") return { email: OWNER, scopes: DOCUMENTED_SCOPES };
    if (name === "phx_owner_readonly")
      return { email: OWNER, scopes: DOCUMENTED_SCOPES.filter((scope) => scope.endsWith(":read")) };
    return { email: OWNER, scopes: ["*"], ...this.limitsOf(name) };
  }

  private limitsOf(name: string): Pick<NewKey, "scopedOrganizations" | "scopedTeams"> {
    const ids: Record<string, string> = { first: this.firstId, second: ROLE_ORGANIZATION, foreign: OTHER_ORGANIZATION };
    const idOf = (which = ""): string => String(this.identities.get(ids[which] ?? "") ?? ids[which]);
    const organizations = [...name.matchAll(/org_(first|second|foreign)/g)].map((match) => idOf(match[1]));
    const teams = [...name.matchAll(/team_(first|second)/g)].map((match) => this.projectsOf(idOf(match[1]))[0] ?? 0);
    return { scopedOrganizations: organizations, scopedTeams: teams };
  }
}

function scopesIn(text: string): string[] {
  return [...text.matchAll(/([a-z_]+?)_(read|write)(?:_|$)/g)].map((match) => `${match[1]}:${match[2]}`);
}
