import { describe, expect, test } from "@jest/globals";

import { wait } from "../../../src/capabilities/wait.ts";
import { find, read, reconcile } from "../../../src/driver/driver.ts";
import { apiError, FakeService, lostAnswer, type Row, unreachable } from "../../support/fake-service.ts";
import { delivery, deliveryWait } from "../../support/fake-delivery.ts";
import { box, failureOf, startDriver } from "../../support/fake-resources.ts";

const inputs = { organizationId: "o1", boxId: "b1", patienceSeconds: 60, pauseSeconds: 20 };

function open(signal?: AbortSignal) {
  const service = new FakeService();
  service.seed({ name: "a" });
  const driver = startDriver(service, signal === undefined ? {} : { signal });
  // A process doesn't start with its clock.
  driver.clock.advance(1_000_000);
  return { service, driver, wait: () => reconcile(delivery, inputs, driver.context) };
}

const forbidden = () => apiError({ category: "permission", status: 403 });

describe("a wait", () => {
  test("asks until it has happened, with a pause between two looks", async () => {
    const { service, driver, wait } = open();
    expect(await wait()).toEqual({ id: "o1/b1", inputs, state: { ...inputs, stateVersion: 1 } });
    expect(service.calls).toEqual(["read b1", "ask b1", "ask b1", "ask b1"]);
    expect(driver.sleptMs).toEqual([20_000, 20_000]);
    expect(driver.said).toEqual([
      { severity: "status", text: "waiting for the delivery of b1 (0 s)" },
      { severity: "status", text: "waiting for the delivery of b1 (20 s)" },
    ]);
  });

  test("says what a person has to do at each stage, once", async () => {
    const { service, driver } = open();
    const stages = [[], ["Call the porter."], ["Call the porter."], ["Open the door.", "Close it again."]];
    let looks = -1;
    const facts = () => stages[Math.min((looks += 1), stages.length - 1)] ?? [];
    const staged = { ...delivery, capabilities: [wait({ ...deliveryWait, isDone: () => false, facts })] };
    await failureOf(reconcile(staged, inputs, driver.context));
    const told = driver.said.filter(({ severity }) => severity === "info").map(({ text }) => text);
    expect(told).toEqual(["Call the porter.", "Open the door.", "Close it again."]);
    expect(service.writes).toContain("ask b1");
  });

  test("is over at once when it has happened already", async () => {
    const { service, driver, wait } = open();
    await service.update("o1", "b1", { isDelivered: true });
    service.calls.length = 0;
    await wait();
    expect(service.calls).toEqual(["read b1"]);
    expect(driver.said).toEqual([]);
  });

  test("shows what it found to the shared list", async () => {
    const { service, driver, wait } = open();
    await driver.session.lists.list(box, { organizationId: "o1" }, {});
    await wait();
    const listed = await driver.session.lists.find(box, { organizationId: "o1", boxId: "b1" }, {});
    expect(listed).toMatchObject({ isDelivered: true });
    expect(service.calls.filter((call) => call.startsWith("list"))).toHaveLength(1);
  });

  test("ends when somebody else made it happen before the ask", async () => {
    const { service, driver, wait } = open();
    service.next("ask", { error: apiError({ category: "invalid", code: "already_delivered", status: 400 }) });
    const reads = service.read.bind(service);
    service.read = async (org, id) => ({ ...(await reads(org, id)), isDelivered: service.calls.includes("ask b1") });
    await wait();
    expect(service.calls).toEqual(["read b1", "ask b1", "read b1"]);
    expect(driver.said).toEqual([]);
  });

  test("only watches with a key that may not ask, and says so once", async () => {
    const { service, driver, wait } = open();
    service.next("ask", { error: forbidden() });
    const { sleep } = driver.session.clock;
    Object.assign(driver.session.clock, {
      sleep: async (ms: number) => {
        await sleep(ms);
        if (driver.sleptMs.length === 2) service.rowsOf("o1").set("b1", { id: "b1", isDelivered: true });
      },
    });
    await wait();
    expect(service.calls).toEqual(["read b1", "ask b1", "read b1", "read b1", "read b1"]);
    expect(driver.said.filter(({ severity }) => severity === "warn")).toEqual([
      {
        severity: "warn",
        text: "This API key isn't allowed to ask the service to check, so Orgform only polls.",
      },
      { severity: "warn", text: "Alternative: the porter can." },
    ]);
  });

  test.each([
    ["the service could not look", apiError({ category: "unavailable", status: 500 })],
    ["the answer was lost", lostAnswer()],
    [
      "what lies between answered after the request had gone on",
      apiError({ category: "rateLimited", status: 429, requestMayHaveBeenApplied: true }),
    ],
  ])("goes on when %s", async (_what, error) => {
    const { service, driver, wait } = open();
    service.looksUntilDone = 1;
    service.next("ask", { error });
    await wait();
    expect(service.calls).toEqual(["read b1", "ask b1", "read b1", "ask b1"]);
    expect(driver.said.map(({ severity }) => severity)).toEqual(["status"]);
  });

  test("ends with any other refusal", async () => {
    const { service, wait } = open();
    service.next("ask", { error: apiError({ category: "auth", status: 401, detail: "bad key" }) });
    expect((await failureOf(wait())).message).toBe(
      'Could not create Delivery "b1"\nThe service answered 401 auth to POST /boxes/: bad key',
    );
  });

  test.each([
    ["a failure after which no request succeeds", unreachable(), "No connection."],
    ["an error that nobody expected", new TypeError("broken"), "broken"],
  ])("ends with %s", async (_what, error, words) => {
    const { service, wait } = open();
    service.next("ask", { error });
    expect((await failureOf(wait())).message).toContain(words);
    expect(service.calls).toEqual(["read b1", "ask b1"]);
  });

  test("looks a last time when its time is over, and says what is awaited", async () => {
    const { service, driver, wait } = open();
    service.looksUntilDone = 99;
    const failure = await failureOf(wait());
    expect(failure["code"]).toBe("wait_timed_out");
    expect(failure).not.toHaveProperty("id");
    expect(failure.message).toBe(
      "Delivery b1 is not done after 60 s\nExpected: the delivery of b1.\n" +
        "Fix the cause and run again. `patienceSeconds` sets how long to wait.",
    );
    expect(driver.sleptMs).toEqual([20_000, 20_000, 20_000]);
    expect(service.writes).toHaveLength(4);
  });

  test("cuts its last pause so that it keeps to its time", async () => {
    const { service, driver } = open();
    service.looksUntilDone = 99;
    await failureOf(reconcile(delivery, { ...inputs, patienceSeconds: 50 }, driver.context));
    expect(driver.sleptMs).toEqual([20_000, 20_000, 10_000]);
  });

  test("names who can ask when its time is over and the key may not", async () => {
    const { service, wait } = open();
    service.next("ask", { error: forbidden() });
    expect((await failureOf(wait())).message).toBe(
      "Delivery b1 is not done after 60 s\nExpected: the delivery of b1.\n" +
        "This API key isn't allowed to ask the service to check: the porter can.\n" +
        "Fix the cause and run again. `patienceSeconds` sets how long to wait.",
    );
  });

  test("ends when the object is deleted", async () => {
    const { service, wait } = open();
    const asks = service.ask.bind(service);
    service.ask = async (org, id) => {
      await asks(org, id);
      service.rowsOf(org).delete(id);
      return undefined;
    };
    const failure = await failureOf(wait());
    expect(failure["code"]).toBe("missing_object");
    expect(failure.message).toBe(
      "The object that Delivery b1 waits for no longer exists\n" +
        "The object was deleted during the wait. Create it again, then run the update again.",
    );
  });

  test("ends with the call", async () => {
    const ending = new AbortController();
    const { service, driver, wait } = open(ending.signal);
    driver.context.report.status("");
    const asks = service.ask.bind(service);
    service.ask = async (org, id) => {
      ending.abort(new Error("ended by the engine"));
      return asks(org, id);
    };
    expect((await failureOf(wait())).message).toBe('Could not create Delivery "b1"\nended by the engine');
    expect(service.calls).toEqual(["read b1", "ask b1"]);
  });
});

describe("a wait for what the service does by itself", () => {
  const { prompt: _prompt, ...watched } = deliveryWait;
  const watching = { ...delivery, capabilities: [wait({ ...watched, whyNever: whyLost })] };

  function whyLost(wire: unknown): string | undefined {
    return (wire as Row)["isLost"] === true ? "The box fell off the van. Send another." : undefined;
  }

  test("looks once after each pause, and asks nobody", async () => {
    const { service, driver } = open();
    const { sleep } = driver.session.clock;
    Object.assign(driver.session.clock, {
      sleep: async (ms: number) => {
        await sleep(ms);
        if (driver.sleptMs.length === 2) service.rowsOf("o1").set("b1", { id: "b1", isDelivered: true });
      },
    });
    await reconcile(watching, inputs, driver.context);
    expect(service.calls).toEqual(["read b1", "read b1", "read b1"]);
    expect(driver.sleptMs).toEqual([20_000, 20_000]);
  });

  test("ends when it cannot happen any more, and says why", async () => {
    const { service, driver } = open();
    service.rowsOf("o1").set("b1", { id: "b1", isLost: true });
    const failure = await failureOf(reconcile(watching, inputs, driver.context));
    expect(failure["code"]).toBe("wait_failed");
    expect(failure.message).toBe("Delivery b1 can no longer succeed\nThe box fell off the van. Send another.");
    expect(driver.sleptMs).toEqual([]);
  });
});

describe("what was awaited", () => {
  test("is waited for again by an update of an object that lost it", async () => {
    const { service, driver } = open();
    await reconcile(delivery, { ...inputs, pauseSeconds: 5 }, driver.context, {
      id: "o1/b1",
      state: { ...inputs, stateVersion: 1 },
    });
    expect(service.writes).toEqual(["ask b1", "ask b1", "ask b1"]);
    expect(driver.sleptMs).toEqual([5_000, 5_000]);
  });

  test("is gone from state when it was taken back, and cannot be looked up", async () => {
    const { driver } = open();
    expect(await read(delivery, "o1/b1", inputs, driver.context)).toBe(undefined);
    const failure = await failureOf(find(delivery, "o1/b1", driver.context));
    expect(failure["code"]).toBe("no_such_id");
    expect(failure.message).toBe("There is no Delivery b1\nIt is still waiting for the delivery of b1.");
  });
});

const NO_ROUTE = JSON.stringify({ type: "invalid_request", code: "not_found", detail: "Endpoint not found." });

describe("the service's diagnosis", () => {
  /** Two waits that time out: their messages, and the number of requests. */
  async function inVain(diagnose: () => Promise<readonly string[]>) {
    const { service, driver } = open();
    service.seed({ name: "b" });
    service.looksUntilDone = 99;
    let asked = 0;
    const counted = (): Promise<readonly string[]> => {
      asked += 1;
      return diagnose();
    };
    const diagnosed = { ...delivery, capabilities: [wait({ ...deliveryWait, diagnose: counted })] };
    const failures = [
      await failureOf(reconcile(diagnosed, inputs, driver.context)),
      await failureOf(reconcile(diagnosed, { ...inputs, boxId: "b2" }, driver.context)),
    ];
    for (const { message } of failures) expect(message).toMatch(/ is not done after \d+ s\n/u);
    return { asked, lines: failures.map(({ message }) => message.split("\n").slice(2, -1)) };
  }

  test("is in the message, one line each", async () => {
    const told = ["The van stands in A.", "The next one leaves at noon."];
    expect(await inVain(() => Promise.resolve(told))).toEqual({ asked: 2, lines: [told, told] });
  });

  test.each([
    ["refuses the key", forbidden(), 2],
    ["fails", apiError({ category: "unavailable", status: 500 }), 2],
    [
      "has no such route, which is asked for once",
      apiError({ category: "unexpected", code: "endpoint_not_found", status: 404, body: NO_ROUTE }),
      1,
    ],
  ])("is left out if the service %s", async (_what, error, asked) => {
    expect(await inVain(() => Promise.reject(error))).toEqual({ asked, lines: [[], []] });
  });

  test("is asked for by another resource although one has no route for it", async () => {
    const { service, driver } = open();
    service.seed({ name: "b" });
    service.looksUntilDone = 99;
    const body = NO_ROUTE;
    const error = apiError({ category: "unexpected", code: "endpoint_not_found", status: 404, body });
    const one = wait({ ...deliveryWait, diagnose: () => Promise.reject(error) });
    const other = wait({ ...deliveryWait, diagnose: () => Promise.resolve(["The van stands in A."]) });
    const failures = [
      await failureOf(reconcile({ ...delivery, capabilities: [one] }, inputs, driver.context)),
      await failureOf(
        reconcile({ ...delivery, name: "Parcel", capabilities: [other] }, { ...inputs, boxId: "b2" }, driver.context),
      ),
    ];
    expect(failures.map(({ message }) => message.split("\n").slice(2, -1))).toEqual([[], ["The van stands in A."]]);
  });
});
