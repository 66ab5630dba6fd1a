/**
 * Compares the CPU of `orgform picture` and `orgform access`, for an organization with 1,000 people, 50 roles, and 50
 * projects, with a program that sends the same requests and parses the same responses.
 *
 * Run after a build, on a machine with a shell: npx tsx bench/picture.ts [--people 1000] [--many 50] [--rounds 3]
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Sandbox, startSandbox } from "../packages/sandbox/src/index.ts";
import { costOfCommand } from "./engines/command-cost.ts";
import { median } from "./engines/median.ts";
import { machine } from "./machine.ts";

const FOUNDER = "founder@acme.example";

/** Sends the requests of a file, eight at a time, and parses the responses. */
const SAME_REQUESTS = `
import { readFileSync } from "node:fs";
const { host, apiKey, paths } = JSON.parse(readFileSync(process.argv[1], "utf8"));
const waiting = paths.values();
const work = async () => {
  for (const path of waiting) {
    const answer = await fetch(host + path, { headers: { authorization: "Bearer " + apiKey } });
    JSON.parse(await answer.text());
  }
};
await Promise.all(Array.from({ length: 8 }, work));
`;

/** Fills an organization through the service's own API. */
async function fill(sandbox: Sandbox, apiKey: string, people: number, many: number): Promise<void> {
  const { control, host, organizationId } = sandbox;
  const send = async (path: string, body: object): Promise<string> => {
    const answer = await fetch(`${host}/api/organizations/${organizationId}/${path}/`, {
      method: "POST",
      headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
    return String((JSON.parse(text) as { id: unknown }).id);
  };
  const users = Array.from({ length: people - 1 }, (_, index) => {
    const { id: userId } = control.createUser({ email: `p${index}@acme.example` });
    control.addMembership({ userId, organizationId, level: 1 });
    return userId;
  });
  for (let index = 0; index < many; index += 1) {
    const role = await send("roles", { name: `Role ${index}` });
    await send(`roles/${role}/role_memberships`, { user_uuid: users[index % users.length] });
    if (index > 0) await send("projects", { name: `P${index}` });
  }
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      people: { type: "string", default: "1000" },
      many: { type: "string", default: "50" },
      rounds: { type: "string", default: "3" },
    },
  });
  const folder = mkdtempSync(join(tmpdir(), "orgform-bench-"));
  const sandbox = await startSandbox({ dialect: "2026-09" });
  const { control, host, organizationId } = sandbox;
  try {
    const { apiKey } = control.createKey({ email: FOUNDER, scopes: null });
    await fill(sandbox, apiKey, Number(values.people), Number(values.many));
    console.log(machine());
    const env = {
      PATH: process.env["PATH"] ?? "",
      ORGFORM_HOST: host,
      ORGFORM_API_KEY: apiKey,
      ORGFORM_REQUESTS_PER_MINUTE: "1000000",
      ORGFORM_REQUESTS_PER_HOUR: "10000000",
    };
    const cpuSecondsOf = async (command: readonly string[]): Promise<number> => {
      const costs: number[] = [];
      for (let round = 0; round < Number(values.rounds); round += 1)
        costs.push((await costOfCommand([process.execPath, ...command], { env, cwd: folder })).cpuMs / 1_000);
      return median(costs);
    };
    for (const [name, ...flags] of [["picture"], ["access", "--format", "html"]]) {
      const words = [join(process.cwd(), "dist/cli/main.js"), name ?? "", "--organization", organizationId, ...flags];
      control.clearRequests();
      await costOfCommand([process.execPath, ...words, "--out", "warm-up"], { env, cwd: folder });
      const paths = control.requests().map(({ path }) => path);
      writeFileSync(join(folder, "paths.json"), JSON.stringify({ host, apiKey, paths }));
      const ours = await cpuSecondsOf([...words, "--out", "out"]);
      const same = await cpuSecondsOf(["--input-type=module", "-e", SAME_REQUESTS, "paths.json"]);
      console.log(
        `${name}: ${values.people} people, ${values.many} roles and projects: ${paths.length} requests, ` +
          `CPU ${ours.toFixed(2)} s; the same requests alone ${same.toFixed(2)} s (ratio ${(ours / same).toFixed(1)})`,
      );
    }
  } finally {
    await sandbox.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

void main();
