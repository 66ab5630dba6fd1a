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

function createDomain({ host, apiKey, organizationId }: Ready, domain: string): Promise<Response> {
  return fetch(`${host}/api/organizations/${organizationId}/domains/`, {
    method: "POST",
    headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
    body: JSON.stringify({ domain }),
  });
}

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

  test("prints host, key, organization and the next steps", async () => {
    const one = start();
    const text = await one.printed("/_sandbox/requests");
    const values = Object.fromEntries(
      [...text.matchAll(/^ {2}(host|API key|organization) +(\S+)$/gm)].map((m) => [m[1], m[2]]),
    );
    expect(text).toContain(`pulumi config set orgform:host ${values["host"]}`);
    expect(text).toContain(`pulumi config set --secret orgform:apiKey ${values["API key"]}`);
    expect(text).toContain(`pulumi config set orgform:organizationId ${values["organization"]}`);
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

  test.each([
    [["--scale", "0"], "--scale is 0; allowed is a whole number from 1 to 10000000.\n"],
    [["--scale", "many"], "--scale is many; allowed is a whole number from 1 to 10000000.\n"],
    [
      ["--scale", "5", "--seed", "empty"],
      "--scale makes the example large, and --seed empty has none. Leave one of them out.\n",
    ],
  ])("refuses %j", async (args, expected) => {
    expect(await runOrgform(["sandbox", ...args])).toMatchObject({ code: 1, stderr: expected });
  });

  test("says which port is taken", async () => {
    const blocker = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => blocker.once("listening", resolve));
    const { port } = blocker.address() as { port: number };
    const { code, stderr } = await runOrgform(["sandbox", "--port", String(port)]);
    blocker.close();
    expect([code, stderr]).toEqual([
      1,
      `Port ${port} is in use by another program. Choose another with --port, or --port 0 for a free one.\n`,
    ]);
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
