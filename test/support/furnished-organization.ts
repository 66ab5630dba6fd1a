import type { Sandbox } from "../../packages/sandbox/src/index.ts";

/** The number of objects in an organization. */
export interface Furniture {
  readonly members: number;
  readonly domains: number;
  readonly projects: number;
}

/** Names that would be code, end a text, or be no name, in one language or another. */
export const HARD_NAMES = [
  '"); process.exit(1); //',
  '${process.env.HOME} `id` ${file("/etc/passwd")}',
  "*/ %{ if true } \\",
  "日本語 プロジェクト",
  "Ελλάδα",
  "🚀",
  "class",
  "2fa",
  "__proto__",
  "constructor",
  "line\u2028break \u202Etxt.exe",
];

/** An invite expires after three. */
const FOUR_DAYS_SECONDS = 4 * 86_400;

/** The text of a secret that no file of a program can contain. */
export const HUSHED = "HUSHED-SECRET";

/** Fills the example organization of a sandbox with objects of every kind, as people with a browser would. */
export async function furnish(sandbox: Sandbox, { members, domains, projects }: Furniture): Promise<void> {
  const { control, organizationId } = sandbox;
  const { apiKey } = control.createKey({ email: "founder@acme.example", scopes: null });
  const send = async (method: string, path: string, body: object): Promise<Record<string, unknown>> => {
    const answer = await fetch(`${sandbox.host}/api/${path}`, {
      method,
      headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} was answered with ${answer.status}: ${text}`);
    return text === "" ? {} : (JSON.parse(text) as Record<string, unknown>);
  };
  const here = `organizations/${organizationId}`;
  await send("POST", `${here}/invites/`, { target_email: "late@acme.example" });
  control.advanceClock(FOUR_DAYS_SECONDS);
  control.updateOrganization(organizationId, { enforce_2fa: true, is_member_join_email_enabled: false });

  for (let index = 0; index < domains; index += 1) {
    const { id } = await send("POST", `${here}/domains/`, { domain: `site${index}.example` });
    if (index % 2 === 0) continue;
    const signIn = { sso_enforcement: "saml", jit_provisioning_enabled: true, saml_x509_cert: HUSHED };
    control.updateDomain(String(id), { verified_at: "2026-11-20T10:00:00Z", ...signIn });
  }
  await send("POST", `${here}/proxy_records/`, { domain: "e.acme.example" });

  const roles = [];
  for (const name of ["Engineering", "engineering!", ...HARD_NAMES]) {
    roles.push(await send("POST", `${here}/roles/`, { name: name.slice(0, 200), feature_flags_access_level: 21 }));
  }
  for (let index = 0; index < members; index += 1) {
    const { id: userId } = control.createUser({ email: `person${index}@acme.example` });
    control.addMembership({ userId, organizationId, level: index % 5 === 0 ? 8 : 1 });
    if (index % 2 === 0) continue;
    await send("POST", `${here}/roles/${String(roles[index % roles.length]?.["id"])}/role_memberships/`, {
      user_uuid: userId,
    });
  }
  await send("POST", `${here}/invites/`, { target_email: "soon@acme.example", level: 8, message: "Come in!" });

  for (const name of ["Web shop", "web-shop", ...HARD_NAMES].slice(0, projects)) {
    await send("POST", `${here}/projects/`, { name });
  }
  const { id: project } = await send("POST", `${here}/projects/`, {
    name: "Main",
    timezone: "Europe/Berlin",
    anonymize_ips: true,
    app_urls: ["https://acme.example"],
    slack_incoming_webhook: HUSHED,
    session_recording_sample_rate: "0.25",
  });
  await exportEvents((body) => send("POST", `projects/${String(project)}/batch_exports/`, body));
  await runCode(send, here);
}

async function exportEvents(make: (body: object) => Promise<unknown>): Promise<void> {
  const s3 = { bucket_name: "acme", region: "eu-central-1", prefix: "events/", aws_access_key_id: HUSHED };
  const database = { host: "db.acme.example", database: "events", user: HUSHED, password: HUSHED };
  const common = { name: "Events", model: "events", interval: "hour" };
  await make({ ...common, destination: { type: "S3", config: { ...s3, aws_secret_access_key: HUSHED } } });
  await make({ ...common, interval: "day", paused: true, destination: { type: "Postgres", config: database } });
  await make({ ...common, name: "Nowhere", destination: { type: "NoOp", config: { arg: "${x} %{y}" } } });
}

type Send = (method: string, path: string, body: object) => Promise<Record<string, unknown>>;

async function runCode(send: Send, here: string): Promise<void> {
  const item = { plugin_type: "source", name: "Mask", capabilities: { methods: ["processEvent"] } };
  const { id } = await send("POST", `${here}/plugins/`, item);
  const files = {
    "index.ts": "export function processEvent(event) {\n  return `${event.uuid}` ? event : null;\n}\n",
    "plugin.json": '{"name": "Mask"}',
  };
  await send("PATCH", `${here}/plugins/${String(id)}/update_source/`, files);
  await send("POST", `${here}/plugins/`, { plugin_type: "source", name: String(id) });
  await send("POST", `${here}/plugins/`, { ...item, name: "Send", capabilities: { methods: ["onEvent"] } });
}
