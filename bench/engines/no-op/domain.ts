import { randomUUID } from "node:crypto";
import { env } from "node:process";
import type { Dispatcher } from "undici";

/**
 * The outputs of a domain, and those outputs of other resources that programs refer to. Other resources send no
 * requests here.
 */
export interface Outputs {
  readonly domainId: string;
  readonly roleId?: string;
  readonly projectId?: string;
  readonly verificationRecord: { readonly type: string; readonly name: string; readonly value: string };
}

const RECORD = { type: "TXT", name: "_challenge.d.example", value: "0".repeat(40) };

/** The transport's number of sockets, and the client's number of objects per page. */
const CONNECTIONS = 24;
const PAGE = 100;

/**
 * The service for a no-op provider. Without ORGFORM_HOST, there is none. With it, the provider sends the same requests
 * as ours through bare undici, and uses only the IDs in the responses.
 */
const host = env["ORGFORM_HOST"];

let opened: Promise<Dispatcher> | undefined;
let listed: Promise<void> | undefined;

async function request(method: "GET" | "POST" | "DELETE", path: string, body?: string): Promise<unknown> {
  opened ??= import("undici").then(({ Pool }) => new Pool(host ?? "", { connections: CONNECTIONS }));
  const headers = { authorization: `Bearer ${env["ORGFORM_API_KEY"] ?? ""}`, "content-type": "application/json" };
  const pool = await opened;
  const answer = await pool.request({ method, path, headers, body: body ?? null });
  const text = await answer.body.text();
  if (answer.statusCode >= 300) throw new Error(`${method} ${path} answered ${answer.statusCode}: ${text}`);
  return text === "" ? undefined : JSON.parse(text);
}

const pathOf = (organizationId: string): string => `/api/organizations/${organizationId}/domains/`;

async function list(organizationId: string): Promise<void> {
  for (let path: string | null = `${pathOf(organizationId)}?limit=${PAGE}`; path !== null;) {
    const { next } = (await request("GET", path)) as { next: string | null };
    path = next === null ? null : next.slice(new URL(next).origin.length);
  }
}

/** Reads the list of domains once per process, as our provider does. */
export async function look(organizationId: string): Promise<void> {
  if (host !== undefined) await (listed ??= list(organizationId));
}

/** Creates a domain. */
export async function create(organizationId: string, domain: string): Promise<Outputs> {
  if (host === undefined) {
    const id = randomUUID();
    return { domainId: id, roleId: id, projectId: id, verificationRecord: RECORD };
  }
  await look(organizationId);
  const made = await request("POST", pathOf(organizationId), JSON.stringify({ domain }));
  return { domainId: (made as { id: string }).id, verificationRecord: RECORD };
}

/** Deletes a domain. */
export async function remove(organizationId: string, domainId: string): Promise<void> {
  if (host !== undefined) await request("DELETE", `${pathOf(organizationId)}${domainId}/`);
}
