import { afterEach, describe, expect, it } from "@jest/globals";
import { createTransport } from "../../../src/client/transport/index.ts";
import { credentialHash } from "../../../src/client/transport/ledger-line.ts";
import { credentialId, type Ledger, type LedgerOptions, startLedger } from "../../../packages/fleet/src/index.ts";
import { CANARY, type Fixture, openFixture, OWN_THROTTLE, TIMEOUT_MS } from "./fixture.ts";

/** A minute takes a tenth of a second: the ledger's time is the machine's, whatever the clients' clock says. */
const TIME_SCALE = 600;
const OK = { status: 200, body: {} } as const;

const fixtures: Fixture[] = [];
let ledger: Ledger | undefined;
afterEach(async () => {
  await Promise.all(fixtures.splice(0).map((fixture) => fixture.close()));
  await ledger?.close();
});

async function open(options: LedgerOptions = {}): Promise<Ledger> {
  return (ledger = await startLedger({ timeScale: TIME_SCALE, ...options }));
}

type Script = Parameters<typeof openFixture>[0];

/** A separate client, whose own clock makes its limiter act like another process's. */
async function client(organization: string, script: Script, options: Parameters<typeof openFixture>[1] = {}) {
  const budget = ledger!.environmentFor(organization).ORGFORM_BUDGET;
  const fixture = await openFixture(script, { budget, ...options });
  fixtures.push(fixture);
  return fixture;
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

describe("a request of a program that a fleet runs", () => {
  it("waits for its permit, says why, and the wait counts against no budget", async () => {
    await open({ limits: { requestsPerMinute: 1 } });
    const { send, events } = await client("acme", [OK, OK, OK], { retryBudgetMs: 0 });
    const answers = await Promise.all([send("GET"), send("POST"), send("GET")]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const waits = events.filter(({ type }) => type === "wait");
    expect(waits.map(({ reason }) => reason)).toContain("rate_limit");
    expect(ledger!.callsOf("acme")).toBe(3);
  });

  it.each([
    { requestsPerMinute: undefined, waits: 0 },
    { requestsPerMinute: 20, waits: 1 },
  ])("waits for the ledger and for what is set, here $requestsPerMinute a minute", async ({ waits, ...own }) => {
    await open({ limits: { requestsPerMinute: 1000 } });
    const many = own.requestsPerMinute === undefined ? 401 : 21;
    const { send, events } = await client(
      "acme",
      Array.from({ length: many }, () => OK),
      own,
    );
    for (let sent = 0; sent < many; sent += 1) await send("GET");
    expect(events.filter(({ type }) => type === "wait")).toHaveLength(waits);
  });

  it("is stopped while it waits, and others do not wait for it", async () => {
    await open({ limits: { requestsPerMinute: 1 }, timeScale: 60 });
    const { send, failure, server } = await client("acme", [OK, OK]);
    await send("GET");
    const controller = new AbortController();
    const stopped = failure("POST", controller.signal);
    await pause(20);
    controller.abort();
    expect(await stopped).toMatchObject({ code: "aborted", phase: "queue", attempts: 0 });
    await send("GET");
    expect([server.requests.length, ledger!.callsOf("acme")]).toEqual([2, 2]);
  });

  it("takes a permit for each attempt", async () => {
    await open();
    const { send } = await client("acme", [{ status: 503 }, { reset: true }, OK]);
    await send("GET");
    expect(ledger!.callsOf("acme")).toBe(3);
  });

  it("counts for its own organization, although one process serves two with one key", async () => {
    await open();
    const acme = await client("acme", () => OK);
    const address = ledger!.environmentFor("globex").ORGFORM_BUDGET;
    const globex = createTransport({
      host: acme.server.origin,
      apiKey: CANARY,
      clock: acme.clock,
      requestTimeoutMs: TIMEOUT_MS,
      environment: { ORGFORM_BUDGET: address },
    });
    await Promise.all([acme.send("GET"), acme.send("GET"), globex.send({ method: "GET", route: "/", path: "/" })]);
    await globex.close();
    expect([ledger!.callsOf("acme"), ledger!.callsOf("globex")]).toEqual([2, 1]);
  });
});

describe("a turn", () => {
  it("is the ledger's to give, and goes from process to process", async () => {
    await open();
    const one = await client("acme", []);
    const other = await client("acme", [], { host: one.server.origin });
    const first = await one.transport.takeTurn("creates");
    const next = other.transport.takeTurn("creates");
    const stopped = new AbortController();
    const given = other.transport.takeTurn("creates", stopped.signal);
    stopped.abort(new Error("ended by the engine"));
    await expect(given).rejects.toThrow("ended by the engine");
    first?.end();
    const second = await next;
    second?.end();
    const third = await one.transport.takeTurn("creates");
    expect([first, second, third].map((lease) => lease?.hadOthers)).toEqual([false, true, true]);
    third?.end();
  });

  it("is nobody's to give without a ledger", async () => {
    const alone = await openFixture([]);
    fixtures.push(alone);
    expect(await alone.transport.takeTurn("creates")).toBeUndefined();
  });
});

describe("a pause that the service asks for", () => {
  it("holds back the other processes of the key, also those that connect later", async () => {
    await open();
    const first = await client("acme", [{ status: 429, headers: { "retry-after": "30" }, body: OWN_THROTTLE }], {
      retryBudgetMs: 1000,
    });
    const host = first.server.origin;
    const second = await client("globex", [], { host, retryBudgetMs: 1000 });
    const response = await first.send("GET");
    expect(response).toMatchObject({ status: 429, retryAfterMs: 30_000 });
    await pause(50);
    expect(await second.failure("GET")).toMatchObject({ code: "rate_limit_pause" });
    expect(await second.failure("GET")).toMatchObject({ code: "rate_limit_pause" });
    expect(first.server.requests).toHaveLength(1);
  });
});

describe("what the service counts by itself", () => {
  const invite = { method: "POST", route: "/invites/", path: "/invites/", body: [] } as const;
  const separateLimit = { kind: "invites", of: "org", count: 30 };

  it("is not sent over the limit, and its refusal pauses nothing", async () => {
    await open({ timeScale: 1 });
    const { transport, send, server } = await client("acme", [OK, OK]);
    await transport.send({ ...invite, separateLimit });
    const refusal: unknown = await transport.send({ ...invite, separateLimit }).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: "budget_used_up", retryable: true, requestMayHaveBeenApplied: false });
    expect((refusal as { retryAfterMs: number }).retryAfterMs).toBeGreaterThan(3_500_000);
    expect(String(refusal)).toMatch(
      /no room for invites of org for 3[56]\d\d more seconds\. POST \/invites\/ wasn't sent\. Nothing was changed\./u,
    );
    await send("GET");
    expect(server.requests).toHaveLength(2);
  });
});

describe("a ledger that went away", () => {
  it("stops what was not sent, and nothing that was", async () => {
    await open({ limits: { requestsPerMinute: 1 }, timeScale: 1 });
    let answer = (): void => undefined;
    const { send, failure, server } = await client("acme", async () => {
      await new Promise<void>((resolve) => (answer = resolve));
      return OK;
    });
    const sent = send("POST");
    while (server.requests.length === 0) await pause(5);
    const waiting = failure("POST");
    await pause(20);
    await ledger!.close();
    expect(await waiting).toMatchObject({
      code: "budget_lost",
      phase: "queue",
      attempts: 0,
      requestMayHaveBeenApplied: false,
      message:
        "The fleet that started this program has ended, so nothing keeps its requests within the limits of the service. " +
        "POST /api/things/7/ wasn't sent. Nothing was changed. Run `orgform fleet resume`, which continues from its record.",
    });
    answer();
    expect(await sent).toMatchObject({ status: 200 });
    expect(await failure("GET")).toMatchObject({ code: "budget_lost" });
    expect(server.requests).toHaveLength(1);
  });

  it("and one that was started by somebody else are the same", async () => {
    await open();
    const budget = ledger!.environmentFor("acme").ORGFORM_BUDGET.replace(/token=[^&]+/u, "token=guessed");
    const { failure, server } = await client("acme", [OK], { budget });
    expect(await failure("GET")).toMatchObject({ code: "budget_lost" });
    expect([server.requests, ledger!.callsOf("acme")]).toEqual([[], 0]);
  });
});

describe("the address of a ledger", () => {
  it.each([
    "tcp://127.0.0.1:80/",
    "tcp://127.0.0.1/?token=canary",
    "tcp://ledger.example:80/?token=canary",
    "http://127.0.0.1:80/?token=canary",
    "canary",
  ])("that is none is refused without its text: %s", (budget) => {
    const make = (): unknown => createTransport({ host: "http://127.0.0.1:1", apiKey: CANARY, budget });
    expect(make).toThrow(/ORGFORM_BUDGET holds no address of a fleet's ledger on this machine/u);
    expect(make).not.toThrow(/canary/u);
  });

  it("is nothing that shows, and a blank one is none", async () => {
    await open();
    const { transport } = await client("acme", [OK]);
    const address = ledger!.environmentFor("acme").ORGFORM_BUDGET;
    const token = new URL(address).searchParams.get("token")!;
    expect(transport.redactor.text(address)).not.toContain(token);
    const { send } = await client("acme", [OK], { budget: "" });
    await send("GET");
    expect(ledger!.callsOf("acme")).toBe(0);
  });
});

it("fleet and provider name a credential alike", () => {
  const named = credentialHash("https://eu.posthog.com", CANARY);
  for (const host of ["https://eu.posthog.com/", "eu.posthog.com", " https://EU.posthog.com/prefix "]) {
    expect(credentialId(host, CANARY)).toBe(named);
  }
});

it.each([0, -1, 1.5, Number.NaN])("a share of %s is none", async (share) => {
  await expect(startLedger({ share })).rejects.toThrow("A share of the budget should be above 0 and at most 1");
});
