import { describe, expect, test } from "@jest/globals";

import { functions } from "../../../src/catalog/functions/index.ts";
import type { AnyFunction } from "../../../src/model/function.ts";
import { isIncompleteCall } from "../../../src/model/diagnostics.ts";
import type { Values } from "../../../src/model/json-value.ts";
import { printed } from "../../../src/model/messages.ts";
import { apiError, lostAnswer, notFound } from "../../support/fake-service.ts";

const REFUSED = apiError({ category: "invalid", status: 400, detail: 'No "|".' });
const BROKEN = apiError({ category: "unavailable", status: 500 });

function functionNamed(name: string): AnyFunction {
  const found = functions.find((one) => one.name === name);
  if (found === undefined) throw new Error(`no function ${name}`);
  return found;
}

/** What a noun of the service answers, by operation: a value, an error, or several of them in turn. */
type Answers = Readonly<Record<string, readonly unknown[]>>;

/** A service that gives the answers of each operation in turn, and the last one for ever; and its requests. */
function serviceWith(noun: string, answers: Answers) {
  const sent: unknown[] = [];
  const asked: Record<string, number> = {};
  const take = (operation: string): unknown => {
    const all = answers[operation] ?? [];
    const at = asked[operation] ?? 0;
    asked[operation] = at + 1;
    return all[Math.min(at, all.length - 1)];
  };
  const operationOf =
    (operation: string) =>
    (...words: readonly unknown[]) => {
      sent.push([operation, ...words.slice(0, -1)]);
      const answer = take(operation);
      if (Array.isArray(answer)) return { all: () => Promise.resolve(answer) };
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
    };
  const nounOf = (of: string) =>
    new Proxy(
      {},
      { get: (_none, operation) => operationOf(of === noun ? String(operation) : `${of}.${String(operation)}`) },
    );
  return { api: new Proxy({}, { get: (_none, of) => nounOf(String(of)) }), sent };
}

/** Runs a function: its result or error, its requests, and what it says and waits for. */
async function called(name: string, args: Values, noun: string, answers: Answers) {
  const { api, sent } = serviceWith(noun, answers);
  const said: string[] = [];
  let time = 0;
  const call = {
    api,
    options: { served: async (_route: string, ask: () => Promise<unknown>) => ({ answer: await ask() }) },
    progress: (text: string) => void said.push(printed(text)),
    now: () => time,
    sleep: (ms: number) => Promise.resolve(void (time += ms)),
  };
  const { run, lookUp } = functionNamed(name);
  const outcomeOf = (work: AnyFunction["run"] | AnyFunction["lookUp"]): Promise<unknown> =>
    Promise.resolve(work?.(args, call as never)).catch((error: unknown) => error); // -- all that functions use
  return { outcome: await outcomeOf(run), sent, said, waited: () => time, lookUp: () => outcomeOf(lookUp) };
}

const PERSON = { projectId: "7", personId: "p1" };

describe("a change of a person", () => {
  const CHANGES: readonly (readonly [name: string, further: Values, before: Values, after: Values])[] = [
    ["updatePerson", { properties: { plan: "a|b", seats: [1] } }, { plan: "a|b" }, { plan: "a|b", seats: [1], x: 0 }],
    ["updatePersonProperty", { key: "é", value: { a: 1 } }, { é: { a: 2 } }, { é: { a: 1 } }],
    ["deletePersonProperty", { key: "plan" }, { plan: null }, { other: 1 }],
  ];

  test.each(CHANGES)("%s is visible once the person has all of it", async (name, further, before, after) => {
    const args = { ...PERSON, ...further, visibleWithinSeconds: 30 };
    const isRead = name === "deletePersonProperty";
    const reads = [before, before, before, after].slice(isRead ? 0 : 1).map((properties) => ({ properties }));
    const { outcome, said, waited } = await called(name, args, "persons", { get: reads });
    expect(outcome).toEqual({ outcome: "visible" });
    expect(waited()).toBe(1_000);
    expect(said).toEqual(Array(2).fill("waiting until the change can be seen"));
  });

  test.each(CHANGES)("%s takes a person without properties for one with none", async (name, further) => {
    const args = { ...PERSON, ...further, visibleWithinSeconds: 0 };
    for (const person of [{}, { properties: null }]) {
      const { outcome, said } = await called(name, args, "persons", { get: [person] });
      expect(outcome).toEqual({ outcome: name === "deletePersonProperty" ? "visible" : "accepted" });
      expect(said).toEqual([]);
    }
  });

  test("removes no property of a person that the service doesn't find", async () => {
    const { outcome, sent } = await called("deletePersonProperty", { ...PERSON, key: "plan" }, "persons", {
      get: [notFound()],
    });
    expect([outcome, sent]).toEqual([notFound(), [["get", "7", "p1"]]]);
  });

  test.each([
    ["absent", notFound(), { outcome: "absent" }],
    ["broken", BROKEN, BROKEN],
    ["missing with its project", apiError({ category: "notFound", code: "gone", status: 404 }), undefined],
    ["lost", lostAnswer(), undefined],
    ["wrong itself", new Error("not_found"), undefined],
  ])("ends with what was met if a deleted person is %s", async (_what, error, expected) => {
    const { outcome } = await called("deletePerson", { ...PERSON, deleteEvents: true }, "persons", { delete: [error] });
    expect(outcome).toEqual(expected ?? error);
  });

  test.each([
    [[], true],
    [["a"], true],
    [["a", "b"], false],
  ])("finds %j split: %s", async (distinct_ids, isSplit) => {
    const args = { ...PERSON, mainDistinctId: "a" };
    const { outcome, sent, lookUp } = await called("splitPerson", args, "persons", { get: [{ distinct_ids }] });
    expect(await lookUp()).toEqual(isSplit ? { outcome: "already split" } : undefined);
    const isHeld = distinct_ids.includes("a");
    const refusal = new Error(
      'Person p1 does not have "a" among its 0 distinct IDs. Nothing was sent. Set `mainDistinctId` to a distinct ID of the person.',
    );
    expect(outcome instanceof Error ? new Error(printed(outcome.message)) : outcome).toEqual(
      isHeld ? { outcome: "accepted" } : refusal,
    );
    const splits = sent.filter((one) => (one as unknown[])[0] === "split");
    expect(splits).toEqual(isHeld ? [["split", "7", "p1", { main_distinct_id: "a" }]] : []);
  });
});

describe("a deletion of many persons", () => {
  const MANY = Array.from({ length: 2_100 }, (_, at) => `p${at}`);
  const args = { projectId: "7", ids: [...MANY, "p0"], deleteEvents: true };
  const told = { persons_found: 900, persons_deleted: 20, persons_queued_for_deletion: 3 };

  test("adds up what the service tells of each request, and nothing that it never tells", async () => {
    const whole = await called("bulkDeletePersons", args, "persons", { bulkDelete: [told] });
    expect(whole.outcome).toMatchObject({ requested: 2_100, found: 2_700, deleted: 60, queued: 9 });
    expect(whole.sent).toEqual(
      [0, 1_000, 2_000].map((from) => [
        "bulkDelete",
        "7",
        { ids: MANY.slice(from, from + 1_000), delete_events: true },
      ]),
    );
    expect(whole.said).toEqual(["1000 of 2100 persons", "2000 of 2100 persons"]);
    // Once told, a number counts, also if other requests don't tell it.
    for (const answers of [
      [told, {}],
      [undefined, told],
    ]) {
      const { outcome } = await called("bulkDeletePersons", { ...args, ids: MANY.slice(0, 1_001) }, "persons", {
        bulkDelete: answers,
      });
      expect(outcome).toMatchObject({ found: 900, deleted: 20, queued: 3 });
    }
    const silent = await called("bulkDeletePersons", args, "persons", { bulkDelete: [{ persons_found: 5 }] });
    expect(silent.outcome).toMatchObject({ found: 15, deleted: 0 });
    expect(silent.outcome).not.toHaveProperty("queued");
    const queued = await called("bulkDeletePersons", args, "persons", {
      bulkDelete: [{ persons_queued_for_deletion: 5 }],
    });
    expect(queued.outcome).toMatchObject({ queued: 15 });
    expect(queued.outcome).not.toHaveProperty("found");
  });

  test.each([
    ["three times, if no answer arrives", lostAnswer(), 3],
    ["once, if the service refuses it", REFUSED, 1],
  ])("sends a request %s", async (_how, error, times) => {
    const first = await called("bulkDeletePersons", args, "persons", { bulkDelete: [error] });
    expect([first.outcome, first.sent.length]).toEqual([error, times]);
    const second = await called("bulkDeletePersons", args, "persons", { bulkDelete: [told, error] });
    expect(second.sent).toHaveLength(1 + times);
    if (!isIncompleteCall(second.outcome)) throw second.outcome;
    const { report, cause } = second.outcome;
    expect(cause).toBe(error);
    expect(report).toMatchObject({ requested: 2_100, found: 900, deleted: 20, queued: 3 });
    const outcomes = (report["items"] as readonly Values[]).map(({ outcome }) => outcome); // -- its own result
    expect(outcomes).toEqual([
      ...Array(1_000).fill("accepted"),
      ...Array(1_000).fill("failed"),
      ...Array(100).fill("not attempted"),
    ]);
  });

  test("goes on after persons that the service can't delete, and names them in the end", async () => {
    const answers = [
      { deletion_errors: [{ person_uuid: "p1" }, { person_uuid: "p|2", step: "é" }] },
      { deletion_errors: [] },
      { deletion_errors: [{ person_uuid: "p2000", step: "" }] },
    ];
    const { outcome, sent } = await called("bulkDeletePersons", args, "persons", { bulkDelete: answers });
    expect(sent).toHaveLength(3);
    if (!isIncompleteCall(outcome)) throw outcome;
    expect(outcome.cause).toEqual(
      new Error("The service could not delete these persons: p1, p|2 (failed at é), p2000."),
    );
    const failed = (outcome.report["items"] as readonly Values[]).filter((one) => one["outcome"] !== "accepted"); // -- as above
    expect(failed.map(({ id, outcome: of }) => [id, of])).toEqual([
      ["p1", "failed"],
      ["p2000", "failed"],
    ]);
  });
});

describe("invites of many people", () => {
  const MANY = Array.from({ length: 45 }, (_, at) => `p${at}@acme.example`);
  const args = { organizationId: "o1", emails: MANY, level: "admin", message: 'Hi "|"', sendEmail: false };
  const bodyOf = (email: string) => ({ target_email: email, level: 8, message: 'Hi "|"', send_email: false });
  const invites = (answers: Answers) => ({ list: [[]], "members.list": [[]], ...answers });

  test("go out twenty at a time, each address once, and say how far they are", async () => {
    const doubled = { ...args, emails: [...MANY, ` ${MANY[3]?.toUpperCase()}`] };
    const { outcome, sent, said } = await called("bulkCreateInvites", doubled, "invites", invites({ bulk: [[]] }));
    expect(sent.filter((one) => (one as unknown[])[0] === "bulk")).toEqual(
      [0, 20, 40].map((from) => ["bulk", "o1", MANY.slice(from, from + 20).map(bodyOf)]),
    );
    expect(outcome).toEqual({ items: MANY.map((email) => ({ email, outcome: "invited" })) });
    expect(said).toEqual(["20 of 45 addresses", "40 of 45 addresses"]);
  });

  test("go out one by one after a refusal, up to a failure of another kind", async () => {
    const [first = "", second = "", third = ""] = MANY;
    const few = { ...args, emails: [first, second, third] };
    const { outcome, sent } = await called(
      "bulkCreateInvites",
      few,
      "invites",
      invites({ bulk: [REFUSED], create: [undefined, REFUSED, undefined] }),
    );
    if (!isIncompleteCall(outcome)) throw outcome;
    expect(outcome.report).toEqual({
      items: [
        { email: first, outcome: "invited" },
        { email: second, outcome: "failed", reason: REFUSED.message },
        { email: third, outcome: "invited" },
      ],
    });
    expect(outcome.cause).toEqual(new Error(`${second}: ${REFUSED.message}`));
    expect(sent.slice(-3)).toEqual(few.emails.map((email) => ["create", "o1", bodyOf(email)]));
    for (const error of [BROKEN, lostAnswer(), new Error("invalid")]) {
      const one = await called("bulkCreateInvites", few, "invites", invites({ bulk: [REFUSED], create: [error] }));
      expect(one.outcome).toBe(error);
      const all = await called("bulkCreateInvites", few, "invites", invites({ bulk: [error] }));
      expect(all.outcome).toBe(error);
    }
  });
});

describe("a proxy record", () => {
  const args = { organizationId: "o1", recordId: "r1" };

  test.each([
    ["waiting", true],
    ["issuing", true],
    ["valid", true],
    ["warning", true],
    ["erroring", false],
    ["timed_out", false],
    ["deleting", false],
    ["something else", false],
  ])("that is %s has nothing to retry: %s", async (status, isKept) => {
    const list = [
      [
        { id: "r0", status: "valid" },
        { id: "r1", status },
      ],
    ];
    const { lookUp, sent } = await called("retryProxyRecord", args, "proxyRecords", { list });
    expect(await lookUp()).toEqual(isKept ? { status } : undefined);
    expect(sent).toEqual([
      ["retry", "o1", "r1"],
      ["list", "o1"],
    ]);
  });

  test("that isn't in the list is retried, and its status is the one of the answer", async () => {
    const list = [[{ id: "r0", status: "valid" }]];
    const { lookUp, outcome } = await called("retryProxyRecord", args, "proxyRecords", {
      list,
      retry: [{ id: "r1", status: "issuing" }],
    });
    expect([await lookUp(), outcome]).toEqual([undefined, { status: "issuing" }]);
  });

  test("is diagnosed without what the service leaves empty", async () => {
    const check = { id: "c", name: 'N "|"', status: "failed" };
    const dns = { name: "e.example", type: "CNAME", value: "x", further: 1 };
    const checks = [
      { ...check, detail: null },
      { ...check, detail: "", remediation: null },
      { ...check, detail: "é", remediation: { type: null, summary: null } },
      { ...check, detail: "é", remediation: { type: "wait", summary: "Wait.", records: null } },
      { ...check, detail: "é", remediation: { type: "dns", summary: "Publish.", records: [dns, dns] } },
    ];
    const record = { name: "e.example", type: "CNAME", value: "x" };
    const shown = [
      check,
      { ...check, detail: "" },
      { ...check, detail: "é", remediation: { records: [] } },
      { ...check, detail: "é", remediation: { type: "wait", summary: "Wait.", records: [] } },
      { ...check, detail: "é", remediation: { type: "dns", summary: "Publish.", records: [record, record] } },
    ];
    const summary = { status: "warn", primary_issue: null, next_action: null };
    const summaries = [
      [summary, {}],
      [{ ...summary, primary_issue: "c" }, { primaryIssue: "c" }],
      [{ ...summary, next_action: "Wait." }, { nextAction: "Wait." }],
    ] as const;
    for (const [sent, said] of summaries) {
      const diagnose = [{ ran_at: "2026-11-26T08:00:00Z", summary: sent, checks }];
      const { outcome } = await called("diagnoseProxyRecord", args, "proxyRecords", { diagnose });
      expect(outcome).toStrictEqual({ ranAt: "2026-11-26T08:00:00Z", status: "warn", ...said, checks: shown });
    }
  });
});

describe("a refusal is explained", () => {
  const OTHER = "Not found.";
  const NO_PERSON = "'funnel' Does not look like a personID";
  const REMOVED = ["queryPersonsFunnel", "queryPersonsFunnelCorrelation", "queryPersonsTrends"];

  test.each<[name: string, status: number, detail: string, isExplained: boolean]>([
    ["retryProxyRecord", 404, OTHER, true],
    ["retryProxyRecord", 403, OTHER, false],
    ["diagnoseProxyRecord", 404, OTHER, true],
    ["diagnoseProxyRecord", 429, OTHER, false],
    ...REMOVED.flatMap((name): [string, number, string, boolean][] => [
      [name, 404, OTHER, true],
      [name, 405, OTHER, true],
      [name, 400, NO_PERSON, true],
      [name, 400, "A personID is missing.", false],
      [name, 403, OTHER, false],
      [name, 500, OTHER, false],
    ]),
  ])("by the age of the service, to a caller of %s, if it is %s %j: %s", (name, status, detail, isExplained) => {
    const { knownFailure } = functionNamed(name);
    const always = printed(knownFailure?.({}) ?? "");
    expect(always).toMatch(/^(?:The service|Services).* September 2026/u);
    const why = knownFailure?.({}, { status, detail });
    expect(why === undefined ? "" : printed(why)).toBe(isExplained ? always : "");
  });

  test("by an export's call only if it names no project", () => {
    for (const name of ["backfillBatchExport", "listBatchExportLogs"]) {
      const { knownFailure } = functionNamed(name);
      expect(knownFailure?.({ projectId: "7" })).toBeUndefined();
      expect(printed(knownFailure?.({}) ?? "")).toBe("On the service of 2025, this call fails without a `projectId`.");
    }
  });
});

test("a domain that is verified already is verified, and no other refusal says so", async () => {
  const args = { organizationId: "o1", domainId: "d1" };
  const STRANGE = Object.assign(new Error("no answer of the service"), { code: "already_verified" });
  const verified = apiError({ category: "invalid", code: "already_verified", status: 400 });
  for (const [answers, expected] of [
    [{ verify: [verified] }, { isVerified: true }],
    [{ verify: [REFUSED] }, REFUSED],
    [{ verify: [STRANGE] }, STRANGE],
    [{ verify: [{ is_verified: false }] }, { isVerified: false }],
    [{ get: [{ is_verified: true }] }, { isVerified: true }],
    [{ get: [{ is_verified: false }] }, { isVerified: false }],
  ] as const)
    expect((await called("verifyDomain", args, "domains", answers)).outcome).toEqual(expected);
});

describe("a backfill of one project's export", () => {
  const MIDNIGHTS = [
    "2026-01-01T00:00:00Z",
    "2026-01-01T00:00Z",
    "2026-01-01t00:00:00.000z",
    "2026-01-01T00:00:00+05:30",
    "2026-01-01T00:00:00-0800",
  ];
  const OTHERS = ["2026-01-01T00:00:01Z", "2026-01-01T10:00:00Z", "2026-01-01T00:00:00.5Z", "2026-01-01T00:01Z"];

  /** The body of the newer request. */
  async function bodyOf(interval: string, times: Values) {
    const { api, sent } = serviceWith("batchExports", { get: [{ interval }], createBackfill: [{ backfill_id: "b1" }] });
    const call = { api, options: { served: () => Promise.resolve() } };
    const args = { organizationId: "o1", projectId: "7", exportId: "e1", ...times };
    const outcome: unknown = await functionNamed("backfillBatchExport").run?.(args, call as never); // -- all that it uses
    expect(outcome).toEqual({ backfillId: "b1" });
    expect(sent.map((one) => (one as unknown[]).slice(0, 3))).toEqual([
      ["get", { projectId: "7" }, "e1"],
      ["createBackfill", { projectId: "7" }, "e1"],
    ]);
    return (sent[1] as unknown[])[3];
  }

  test.each([
    ["day", true],
    ["week", true],
    ["hour", false],
    ["every 5 minutes", false],
  ])("that runs by %s is sent by date: %s", async (interval, isDated) => {
    for (const time of MIDNIGHTS) {
      const sent = isDated ? "2026-01-01" : time;
      expect(await bodyOf(interval, { endAt: time })).toEqual({ start_at: null, end_at: sent });
      expect(await bodyOf(interval, { startAt: time, endAt: "x" })).toEqual({ start_at: sent, end_at: "x" });
    }
    for (const time of OTHERS)
      expect(await bodyOf(interval, { startAt: time, endAt: time })).toEqual({ start_at: time, end_at: time });
  });
});

describe("the log of an export", () => {
  test("is read line by line, and closed when nobody reads on", async () => {
    const events: string[] = [];
    const line = (at: number) => ({ timestamp: `${at}`, level: "INFO", message: `m${at}`, instance_id: null });
    const logs = async function* () {
      try {
        for (const at of [1, 2, 3]) {
          events.push(`asked ${at}`);
          yield await Promise.resolve(line(at));
        }
      } finally {
        events.push("closed");
      }
    };
    const args = { organizationId: "o1", projectId: "7", exportId: "e1" };
    const { rows } = functionNamed("listBatchExportLogs");
    const read = async (most: number) => {
      const texts: unknown[] = [];
      events.length = 0;
      for await (const row of rows?.(args, { api: { batchExports: { logs } }, options: {} } as never) ?? []) {
        // -- as above
        texts.push((row as Values)["message"]);
        if (texts.length === most) break;
      }
      return { texts, events: [...events] };
    };
    expect(await read(1)).toEqual({ texts: ["m1"], events: ["asked 1", "closed"] });
    expect(await read(2)).toEqual({ texts: ["m1", "m2"], events: ["asked 1", "asked 2", "closed"] });
    expect(await read(9)).toEqual({ texts: ["m1", "m2", "m3"], events: ["asked 1", "asked 2", "asked 3", "closed"] });
  });
});

describe("the source of a pipeline item", () => {
  test("has no files that were removed, and is none if the service shows none", async () => {
    const args = { organizationId: "o1", family: "plugins", itemId: "42" };
    for (const [sent, shown] of [
      [{ "index.ts": "", "plugin.json": null, "é|": "x" }, { files: { "index.ts": "", "é|": "x" } }],
      [{}, { files: {} }],
      [undefined, {}],
    ] as const) {
      const { outcome } = await called("getPluginSource", args, "plugins", { source: [sent] });
      expect(outcome).toEqual(shown);
    }
  });

  test("is written and removed in one request, and no file is both", async () => {
    const args = { organizationId: "o1", family: "pipelineDestinations", itemId: "42" };
    const files = { "index.ts": "", "é|": "x" };
    const { sent } = await called(
      "updatePluginSource",
      { ...args, files, remove: ["a", "b"] },
      "pipelineDestinations",
      {},
    );
    expect(sent).toEqual([["updateSource", "o1", 42, { ...files, a: null, b: null }]]);
    const { validate } = functionNamed("updatePluginSource");
    expect(validate?.({ files, remove: ["a", "é|", "index.ts"] })).toEqual([
      { path: "remove", reason: "names é|, which the same call writes" },
      { path: "remove", reason: "names index.ts, which the same call writes" },
    ]);
    for (const [manifest, isWrong] of [
      ["{", true],
      ["", true],
      ['{"a":1}', false],
      ["1", false],
    ] as const) {
      const paths = validate?.({ files: { "plugin.json": manifest } }).map(({ path }) => path);
      expect(paths).toEqual(isWrong ? ['files["plugin.json"]'] : []);
    }
  });
});

describe("a test of a hog function", () => {
  const held = { type: "destination", name: "f", enabled: false, hog: null, inputs: {}, inputs_schema: null };

  test("sends the function as it is stored, and shows the answer without what is empty", async () => {
    const answers = [
      [undefined, { status: "success", logs: [], errors: [] }],
      [
        { status: "error", errors: ["é|"], result: null },
        { status: "error", logs: [], errors: ["é|"] },
      ],
      [
        { status: "success", logs: [{ level: "LOG", message: "m", further: 1 }], result: 0, errors: [] },
        { status: "success", logs: [{ level: "LOG", message: "m" }], result: 0, errors: [] },
      ],
    ] as const;
    for (const [answer, shown] of answers)
      for (const globals of [undefined, null, { event: {} }]) {
        const args = { projectId: "7", functionId: "f1", globals };
        const { outcome, sent } = await called("testHogFunction", args, "hogFunctions", {
          get: [held],
          invoke: [answer],
        });
        expect(outcome).toStrictEqual(shown);
        const [, , , body] = sent[1] as unknown[]; // -- as noted
        expect(body).toStrictEqual({
          ...(globals === undefined ? {} : { globals }),
          mock_async_functions: true,
          configuration: { ...held, filters: {}, masking: null, mappings: null },
        });
      }
  });
});
