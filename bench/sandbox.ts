/**
 * Compares a request to the sandbox, with few and with many stored objects, with a bare server of the same library that
 * returns as many constant bytes.
 *
 * Run by hand, on Linux: npx tsx bench/sandbox.ts [--persons 1000,100000] [--seconds 1]
 */
import { parseArgs } from "node:util";
import { Pool } from "undici";
import { machine } from "./machine.ts";
import { type Server, startServer } from "./sandbox/process.ts";

const PARALLEL = 8;

type Call = {
  readonly name: string;
  readonly method: "GET" | "POST";
  readonly path: () => string;
  readonly body?: () => string;
};

let made = 0;

/** Lists from both ends, gets, and a create. `persons` is the number of persons. */
function calls(organization: string, person: string, persons: number): readonly Call[] {
  const below = `/api/organizations/${organization}`;
  const get = (name: string, path: string): Call => ({ name, method: "GET", path: () => path });
  return [
    get("persons, first page", "/api/projects/@current/persons/?limit=100"),
    get("persons, last page", `/api/projects/@current/persons/?limit=100&offset=${persons - 100}`),
    get("one person", `/api/projects/@current/persons/${person}/`),
    get("events, first page", "/api/projects/@current/events/?limit=100"),
    get("members, first page", `${below}/members/?limit=50`),
    get("one organization", `${below}/`),
    {
      name: "create a domain",
      method: "POST",
      path: () => `${below}/domains/`,
      body: () => JSON.stringify({ domain: `bench${(made += 1)}.example.com` }),
    },
  ];
}

type Target = { readonly host: string; readonly apiKey?: string };

/** Calls per second, and bytes of the last response. */
async function measure(target: Target, call: Call, seconds: number): Promise<{ perSecond: number; bytes: number }> {
  const pool = new Pool(target.host, { connections: PARALLEL });
  const headers = { authorization: `Bearer ${target.apiKey ?? "none"}`, "content-type": "application/json" };
  let [count, bytes] = [0, 0];
  const beganMs = performance.now();
  const worker = async (): Promise<void> => {
    while (performance.now() - beganMs < seconds * 1000) {
      const request = { method: call.method, path: call.path(), headers, body: call.body?.() ?? null };
      const { statusCode, body } = await pool.request(request);
      const text = await body.text();
      if (statusCode >= 300) throw new Error(`${call.name}: ${statusCode} ${text.slice(0, 200)}`);
      bytes = text.length;
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, worker));
  await pool.close();
  return { perSecond: Math.round((count * 1000) / (performance.now() - beganMs)), bytes };
}

/** The number of any person, for a path. */
async function somePerson({ host, apiKey }: Server["ready"]): Promise<string> {
  const answer = await fetch(`${host}/api/projects/@current/persons/?limit=1`, {
    headers: { authorization: `Bearer ${apiKey}` },
  });
  const { results } = (await answer.json()) as { results: { id: string }[] };
  return String(results[0]?.id);
}

async function measureSandbox(bare: Server, persons: number, seconds: number): Promise<ReadonlyMap<string, number>> {
  const sandbox = await startServer("src/cli/main.ts", [
    "sandbox",
    "--port",
    "0",
    "--json",
    "--scale",
    String(persons),
  ]);
  const { ready } = sandbox;
  console.log(`\n${persons} persons: ready after ${(sandbox.startMs / 1000).toFixed(1)} s, ${sandbox.memory()} MB`);
  const found = new Map<string, number>();
  for (const call of calls(ready.organizationId, await somePerson(ready), persons)) {
    await measure(ready, call, seconds / 4);
    const ours = await measure(ready, call, seconds);
    const constant = await measure(bare.ready, { ...call, path: () => `/${ours.bytes}` }, seconds);
    const ratio = constant.perSecond / ours.perSecond;
    found.set(call.name, ours.perSecond);
    const numbers = [`${ours.perSecond}/s`, `bare ${constant.perSecond}/s`, `${ratio.toFixed(1)} times`];
    console.log(`  ${call.name.padEnd(22)}${numbers.map((text) => text.padStart(16)).join("")}  (${ours.bytes} bytes)`);
  }
  console.log(`  memory afterwards ${sandbox.memory()} MB, of the bare server ${bare.memory()} MB`);
  await sandbox.stop();
  return found;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { persons: { type: "string", default: "1000,100000" }, seconds: { type: "string", default: "1" } },
  });
  console.log(machine());
  const bare = await startServer("packages/sandbox/bench/bare.ts");
  const rounds: ReadonlyMap<string, number>[] = [];
  for (const persons of values.persons.split(",")) {
    rounds.push(await measureSandbox(bare, Number(persons), Number(values.seconds)));
  }
  await bare.stop();
  const [few, many] = [rounds[0], rounds.at(-1)];
  console.log("\nCost of a call with the most stored, over its cost with the least:");
  for (const [name, perSecond] of few ?? []) {
    console.log(`  ${name.padEnd(22)}${(perSecond / (many?.get(name) ?? perSecond)).toFixed(2)}`);
  }
}

await main();
