import type { Sandbox } from "../../../packages/sandbox/src/index.ts";

/** The seeded user of every sandbox. */
export const OWNER = { email: "founder@acme.example" } as const;

/** Creates a domain with a request to the service, from outside the program. Returns its ID. */
export function makeDomain(
  sandbox: Sandbox,
  organizationId: string,
  fields: { readonly domain: string } & Readonly<Record<string, unknown>>,
): Promise<string> {
  return makeIn(sandbox, `organizations/${organizationId}/domains/`, fields);
}

/** Creates a proxy record in the same way, and sets the status of a working proxy. Returns its ID. */
export async function makeValidProxy(sandbox: Sandbox, organizationId: string, domain: string): Promise<string> {
  const id = await makeIn(sandbox, `organizations/${organizationId}/proxy_records/`, { domain });
  sandbox.control.call("PATCH", `proxy-records/${id}`, { status: "valid" });
  return id;
}

/** Creates something with a POST below `/api/`. Returns its ID. */
export async function makeIn({ host, apiKey }: Sandbox, path: string, fields: object): Promise<string> {
  const answer = await fetch(`${host}/api/${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
    body: JSON.stringify(fields),
  });
  if (!answer.ok) throw new Error(`POST ${path} was answered with ${answer.status}: ${await answer.text()}`);
  return ((await answer.json()) as { id: string }).id;
}

/** A key of the seeded user that can do everything, or only what the scopes allow. */
export function keyOf(sandbox: Sandbox, scopes: readonly string[] | null): string {
  return sandbox.control.createKey({ ...OWNER, scopes }).apiKey;
}

/**
 * Waits for a condition that depends on another process. Checks it every few milliseconds.
 *
 * @throws Error if the condition doesn't hold in time
 */
export async function until(what: string, holds: () => boolean): Promise<void> {
  const deadlineMs = Date.now() + 60_000;
  while (!holds()) {
    if (Date.now() > deadlineMs) throw new Error(`Waited in vain until ${what}.`);
    await new Promise<void>((resolve) => setTimeout(resolve, 10));
  }
}
