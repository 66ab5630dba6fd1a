import { createServer } from "node:net";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import { type Running, runOrgform, startOrgform } from "./spawn-orgform.ts";

// Every test starts processes; on a busy machine each start takes seconds.
jest.setTimeout(30_000);

type Ready = { host: string; apiKey: string; organizationId: string; dialect: string };

let folder: string;
let running: Running[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "orgform-cli-"));
  running = [];
});
afterEach(async () => {
  for (const { child } of running) child.kill("SIGKILL");
  await Promise.all(running.map((each) => each.finished));
  rmSync(folder, { recursive: true, force: true });
});

function start(...args: string[]): Running {
  const one = startOrgform(["sandbox", "--port", "0", ...args]);
  running.push(one);
  return one;
}

const ready = async (one: Running): Promise<Ready> => JSON.parse(await one.printed("\n")) as Ready;

function send({ host, apiKey }: Ready, method: string, path: string, body?: unknown): Promise<Response> {
  const headers = { authorization: `Bearer ${apiKey}`, "content-type": "application/json" };
  return fetch(host + path, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
}

function createDomain(sandbox: Ready, domain: string): Promise<Response> {
  return send(sandbox, "POST", `/api/organizations/${sandbox.organizationId}/domains/`, { domain });
}

/** Writes of many kinds, one after the other. The event is accepted and takes effect an hour later. */
async function writeOfEveryKind(sandbox: Ready): Promise<void> {
  const below = `/api/organizations/${sandbox.organizationId}`;
  const state = (await (await send(sandbox, "GET", "/_sandbox/state")).json()) as {
    tables: { projects: { api_token: string }[] };
  };
  const api_key = state.tables.projects[0]?.api_token;
  const writes = [
    ["POST", `${below}/domains/`, { domain: "kept.example.com" }],
    ["POST", `${below}/roles/`, { name: "Kept" }],
    ["POST", `${below}/invites/`, { target_email: "kept@example.com" }],
    ["POST", "/_sandbox/users", { email: "second@example.com" }],
    [
      "POST",
      "/_sandbox/memberships",
      { email: "second@example.com", organizationId: sandbox.organizationId, level: 1 },
    ],
    ["POST", "/_sandbox/keys", { email: "second@example.com", scopes: null }],
    ["PUT", "/_sandbox/dns/kept.example.com", { values: ["challenge"] }],
    ["PUT", "/_sandbox/settings", { mail: true }],
    ["POST", "/i/v0/e/", { api_key, event: "at once", distinct_id: "early" }],
    ["PUT", "/_sandbox/ingestion", { delaySeconds: 3600 }],
    ["POST", "/i/v0/e/", { api_key, event: "in an hour", distinct_id: "late" }],
    ["PATCH", `${below}/`, { name: "Kept name" }],
  ] as const;
  for (const [method, path, body] of writes) {
    const { ok, status } = await send(sandbox, method, path, body);
    if (!ok) throw new Error(`${method} ${path}: ${status}`);
  }
}

async function distinctIds(sandbox: Ready): Promise<string[]> {
  const persons = (await (await send(sandbox, "GET", "/_sandbox/persons")).json()) as { distinct_ids: string[] }[];
  return persons.flatMap((person) => person.distinct_ids);
}

// What options do is in `unit/sandbox/command.test.ts`, in process.
describe("sandboxOnly: orgform sandbox", () => {
  test.each(["SIGTERM", "SIGINT"] as const)("prints one line of JSON and ends with code 0 on %s", async (signal) => {
    const one = start("--json", "--dialect", "live", "--seed", "empty");
    const line = await ready(one);
    one.child.kill(signal);
    const { code, stdout, stderr } = await one.finished;
    expect([code, stdout, stderr]).toEqual([0, `${JSON.stringify(line)}\n`, ""]);
    expect(line).toEqual({
      host: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      apiKey: expect.stringMatching(/^phx_sandbox_/),
      organizationId: "",
      dialect: "live",
    });
  });

  test("makes a large organization, which a data file keeps", async () => {
    const data = join(folder, "large.db");
    const first = start("--json", "--data", data, "--scale", "300");
    const { host, apiKey, organizationId } = await ready(first);
    const headers = { authorization: `Bearer ${apiKey}` };
    const countOf = async (path: string): Promise<number> => {
      const answer = await fetch(`${host}${path}`, { headers });
      return ((await answer.json()) as { count: number }).count;
    };
    expect(await countOf(`/api/organizations/${organizationId}/members/?limit=1`)).toBe(30);
    expect(await countOf("/api/projects/@current/persons/?limit=1")).toBeGreaterThanOrEqual(300);
    first.child.kill("SIGTERM");
    await first.finished;
    const again = start("--json", "--data", data);
    const second = await ready(again);
    const members = await fetch(`${second.host}/api/organizations/${organizationId}/members/?limit=1`, { headers });
    expect(((await members.json()) as { count: number }).count).toBe(30);
  });

  test("refuses a wrong option with one line", async () => {
    const refused = await runOrgform(["sandbox", "--as-of", "2026-02-30"]);
    expect(refused).toMatchObject({ code: 1, stderr: "--as-of is 2026-02-30; it must be a day such as 2026-10-15.\n" });
  });

  test("says which port is taken, before it makes a file or anything in it", async () => {
    const data = join(folder, "never.db");
    const blocker = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => blocker.once("listening", resolve));
    const { port } = blocker.address() as { port: number };
    const { code, stderr } = await runOrgform(["sandbox", "--port", String(port), "--data", data]);
    blocker.close();
    expect(readdirSync(folder)).toEqual([]);
    expect([code, stderr]).toEqual([
      1,
      `Port ${port} is in use by another program. Choose another with --port, or --port 0 for a free one.\n`,
    ]);
  });

  test("is after a kill what it was before, with what was still to happen", async () => {
    const data = join(folder, "kinds.db");
    const first = start("--json", "--data", data);
    const address = await ready(first);
    await writeOfEveryKind(address);
    const before: unknown = await (await send(address, "GET", "/_sandbox/state")).json();
    first.child.kill("SIGKILL");
    await first.finished;
    const again = await ready(start("--json", "--data", data));
    expect(await (await send(again, "GET", "/_sandbox/state")).json()).toEqual(before);
    expect(await distinctIds(again)).toContain("early");
    expect(await distinctIds(again)).not.toContain("late");
    await send(again, "POST", "/_sandbox/clock", { advanceSeconds: 3700 });
    expect(await distinctIds(again)).toContain("late");
  });

  test("keeps every answered write when it is killed, and leaves one file behind", async () => {
    const data = join(folder, "state.db");
    const first = start("--json", "--data", data);
    const address = await ready(first);
    const made: string[] = [];
    const writer = (async () => {
      while (first.child.signalCode === null) {
        const name = `d${made.length}.example.com`;
        const answer = await createDomain(address, name).catch(() => undefined);
        if (answer?.status === 201) made.push(name);
      }
    })();
    while (made.length < 20) await new Promise((resolve) => setTimeout(resolve, 5));
    first.child.kill("SIGKILL");
    await first.finished;
    await writer;
    const second = start("--json", "--data", data);
    const again = await ready(second);
    const domains = (await (await fetch(`${again.host}/_sandbox/domains`)).json()) as { domain: string }[];
    const names = domains.map((row) => row.domain);
    expect(made.filter((name) => !names.includes(name))).toEqual([]);
    expect([again.apiKey, again.organizationId]).toEqual([address.apiKey, address.organizationId]);
    expect((await createDomain(again, "after.example.com")).status).toBe(201);
    second.child.kill("SIGTERM");
    expect((await second.finished).code).toBe(0);
    expect(readdirSync(folder)).toEqual(["state.db"]);
  });
});
