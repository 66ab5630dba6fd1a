import { jest } from "@jest/globals";
import { request } from "node:http";
import { randomUUID } from "node:crypto";
import { DOCUMENTED_SCOPES, type Sandbox, startSandbox } from "../../../src/sandbox/index.ts";
import { References, differences } from "./compare-answer.ts";
import { type RecordedRow, type Recording, expand } from "./recording.ts";

// Real sockets on a busy machine: generous, so that only a hang fails.
jest.setTimeout(30_000);

/** What a setup of the recording comes to in the sandbox. */
export type Setups = Readonly<Record<string, (stage: Stage) => void>>;

/** A sandbox peopled as the recorded service was. */
export class Stage {
  readonly sandbox: Sandbox;
  readonly references = new References();
  private readonly keys = new Map<string, string>();

  constructor(sandbox: Sandbox) {
    this.sandbox = sandbox;
    this.references.bind("<organization:1>", sandbox.organizationId);
    for (const [name, level] of [
      ["admin", 8],
      ["member", 1],
    ] as const) {
      sandbox.control.createUser({ email: `${name}@example.com` });
      sandbox.control.addMembership({ email: `${name}@example.com`, organizationId: sandbox.organizationId, level });
    }
  }

  organizationOf(reference: string): string {
    return String(this.references.get(reference));
  }

  setCurrent(email: string, organizationId: string): void {
    const user = this.sandbox.control.users().find((each) => each.email === email);
    this.sandbox.control.updateUser(String(user?.id), { currentOrganization: organizationId });
  }

  /** The key that a name of the recording stands for, made on first use. */
  key(name: string): string {
    const known = this.keys.get(name);
    if (known !== undefined) return known;
    const { apiKey } = this.sandbox.control.createKey(describeKey(this, name));
    this.keys.set(name, apiKey);
    return apiKey;
  }
}

/** E-mail address of the recorded owner's counterpart. */
export const OWNER = "founder@acme.example";

function describeKey(stage: Stage, name: string): Parameters<Sandbox["control"]["createKey"]>[0] {
  const legacy = /^phx_(\w+)_legacy$/.exec(name);
  const wide = /^phx_(admin|member|other)_all$/.exec(name);
  const scope = /^phx_s_(\w+)_(read|write)$/.exec(name);
  if (legacy !== null) return { email: addressOf(legacy[1]), scopes: null };
  if (wide !== null) return { email: addressOf(wide[1]), scopes: ["*"] };
  if (scope !== null) return { email: OWNER, scopes: [`${scope[1]}:${scope[2]}`] };
  if (name === "phx_only_annotation") return { email: OWNER, scopes: ["annotation:write"] };
  if (name === "phx_named_all") return { email: OWNER, scopes: DOCUMENTED_SCOPES };
  if (name === "phx_lonely") return { email: "lonely@example.com", scopes: ["*"] };
  const organizations = [...name.matchAll(/org_(first|second|foreign)/g)].map((match) =>
    stage.organizationOf(`<organization:${match[1]}>`),
  );
  const scopedTeams = [...name.matchAll(/team_(first|second)/g)].map((match) => (match[1] === "first" ? 1 : 2));
  return { email: OWNER, scopes: ["*"], scopedOrganizations: organizations, scopedTeams };
}

function addressOf(name: string | undefined): string {
  return name === "owner" ? OWNER : `${name}@example.com`;
}

/** Starts a sandbox in the state in which the recordings began. */
export async function openStage(): Promise<Stage> {
  return new Stage(await startSandbox({ dialect: "live", newOrganizationFeatures: "none" }));
}

/** Sends one recorded request and returns how the answer differs from the recorded one. */
export async function replayRow(
  stage: Stage,
  row: RecordedRow,
  like: Recording["like"],
  setups: Setups,
): Promise<string[]> {
  if (row.setup !== undefined) {
    const setup = setups[row.setup];
    if (setup === undefined) return [`no setup for "${row.setup}"`];
    setup(stage);
  }
  const path = await fillPath(stage, row.path);
  const answer = await send(stage, row, path);
  const found: string[] = [];
  if (answer.status !== row.status) found.push(`status: expected ${row.status}, found ${answer.status} ${answer.text}`);
  if (row.path !== "/api/nope/" && row.allow !== answer.headers["allow"])
    found.push(`allow: ${String(answer.headers["allow"])}`);
  if ((row.vary ?? "origin") !== answer.headers["vary"]) found.push(`vary: ${String(answer.headers["vary"])}`);
  if (row.retryAfter !== answer.headers["retry-after"])
    found.push(`retry-after: ${String(answer.headers["retry-after"])}`);
  if (row.body === undefined) return answer.text === "" || row.partial === true ? found : [...found, "a body"];
  const text = answer.text.replaceAll(stage.sandbox.host, "<host>");
  const options = { partial: row.partial === true };
  return [...found, ...differences(expand(row.body, like), JSON.parse(text), stage.references, options)];
}

async function fillPath(stage: Stage, path: string): Promise<string> {
  const organization = /organizations\/(<organization:\w+>)/.exec(path)?.[1];
  if (organization !== undefined && stage.references.get(organization) === undefined) {
    const made = stage.sandbox.control.createOrganization({ email: OWNER, name: "Scratch", features: [] });
    stage.references.bind(organization, made.id);
    stage.setCurrent(OWNER, stage.sandbox.organizationId);
  }
  const domain = /domains\/(<domain:\w+>)/.exec(path)?.[1];
  if (domain !== undefined && stage.references.get(domain) === undefined) await makeDomain(stage, domain);
  return bindUnknown(stage, path).replace("phx_owner_all", stage.key("phx_owner_all"));
}

async function makeDomain(stage: Stage, reference: string): Promise<void> {
  const path = `/api/organizations/${stage.sandbox.organizationId}/domains/`;
  const body = { domain: `scratch${reference.replace(/\D/g, "")}.example.com` };
  const answer = await fetch(stage.sandbox.host + path, {
    method: "POST",
    headers: { authorization: `Bearer ${stage.key("phx_owner_all")}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  stage.references.bind(reference, ((await answer.json()) as { id: string }).id);
}

function bindUnknown(stage: Stage, text: string): string {
  for (const [reference] of text.matchAll(/<(?:unknown|media):\w+>/g)) {
    if (stage.references.get(reference) === undefined) stage.references.bind(reference, randomUUID());
  }
  return stage.references.fill(text);
}

type Answer = { status: number; headers: Record<string, string | string[] | undefined>; text: string };

// Not fetch: the recordings contain bodies on DELETE and headers in spellings that fetch would tidy up.
function send(stage: Stage, row: RecordedRow, path: string): Promise<Answer> {
  const headers: Record<string, string> = {};
  if (row.key !== null) headers["authorization"] = `Bearer ${row.key === "nope" ? "nope" : stage.key(row.key)}`;
  if (row.authorization !== undefined) {
    const withKey = row.authorization.replace("<key>", stage.key("phx_owner_all"));
    headers["authorization"] = withKey.replace("<token>", "phc_sandbox_project_token");
  }
  const body = row.rawRequest ?? (row.request === undefined ? undefined : JSON.stringify(row.request));
  const filled = body === undefined ? undefined : bindUnknown(stage, body);
  if (filled !== undefined) {
    headers["content-type"] = contentTypeOf(row);
    headers["content-length"] = String(Buffer.byteLength(filled));
  }
  return new Promise((resolve, reject) => {
    const call = request(stage.sandbox.host + path, { method: row.method, headers }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (part: string) => (text += part));
      response.on("end", () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
    });
    call.on("error", reject);
    call.end(filled);
  });
}

function contentTypeOf(row: RecordedRow): string {
  if (row.name === "patch form") return "application/x-www-form-urlencoded";
  return row.name === "patch text" ? "text/plain" : "application/json";
}
