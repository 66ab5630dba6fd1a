import { gzipSync } from "node:zlib";
import { describe, expect, test } from "@jest/globals";
import { EVENTS_TABLE } from "../../../packages/sandbox/src/analytics/rows.ts";
import { answerRequest } from "../../../packages/sandbox/src/pipeline/service-pipeline.ts";
import { CaptureRefusal, readPayload } from "../../../packages/sandbox/src/routes/capture/payload.ts";
import { openWorld } from "../../../packages/sandbox/src/sandbox.ts";
import { exchangeOf } from "../../../packages/sandbox/src/server.ts";

const FORM = "application/x-www-form-urlencoded; charset=utf-8";
const LIMIT = 1_000;

/** What a body, and the parameter `data` of the query, are read as; or the refusal with its status. */
function read(body: string | Buffer, { type, data }: { type?: string; data?: string } = {}): unknown {
  const headers = type === undefined ? {} : { "content-type": type };
  const query = new URLSearchParams(data === undefined ? {} : { data });
  try {
    return readPayload({ method: "POST", url: "/", headers, bodyBytes: Buffer.from(body) }, query, LIMIT);
  } catch (error) {
    if (!(error instanceof CaptureRefusal)) throw error;
    return `${error.status} ${error.message}`;
  }
}

const json = (value: unknown): string => JSON.stringify(value);
const base64 = (text: string): string => Buffer.from(text).toString("base64");

describe("what a client sends to capture, live notes on persons and events, 7.1-7.3", () => {
  // In base64, it has a plus sign.
  const EVENT = { event: "é~~>", api_key: "k" };
  const ONE = { events: [EVENT], token: "k" };

  test("is JSON, packed or not, or in base64 in a form or in the query", () => {
    const encoded = base64(json(EVENT));
    expect(encoded).toContain("+");
    for (const body of [json(EVENT), ` ${json(EVENT)}\n`, gzipSync(json(EVENT))]) expect(read(body)).toEqual(ONE);
    for (const written of [encoded, json(EVENT), ` ${json([EVENT])}`]) {
      const form = new URLSearchParams({ other: "x", data: written }).toString();
      expect(read(form, { type: FORM })).toEqual(ONE);
      expect(read("", { data: written })).toEqual(ONE);
      expect(read("", { type: FORM, data: written })).toEqual(ONE);
      expect(read("other=x", { type: FORM, data: written })).toEqual(ONE);
    }
    expect(read(`data=${encoded}`, { type: FORM })).toEqual(ONE);
    expect(read(json(EVENT), { data: "ignored" })).toEqual(ONE);
    expect(read(gzipSync(`data=${encodeURIComponent(encoded)}`), { type: FORM })).toEqual(ONE);
  });

  test("is one event, a list, or a batch", () => {
    const [a, b] = [
      { event: "a", api_key: "k" },
      { event: "b", api_key: "k" },
    ];
    expect(read(json([a, b]))).toEqual({ events: [a, b], token: "k" });
    expect(read(json({ batch: [a, b] }))).toEqual({ events: [a, b], token: "k" });
    expect(read(json({ batch: "x", api_key: "k" }))).toEqual({ events: [{ batch: "x", api_key: "k" }], token: "k" });
  });

  test.each<[value: unknown, token: string]>([
    [{ api_key: "k", token: "l" }, "k"],
    [{ token: "l", $token: "m" }, "l"],
    [{ $token: "m", properties: { token: "n" } }, "m"],
    [{ properties: { token: "n" } }, "n"],
    [{ api_key: null, token: "l" }, "l"],
    [{ api_key: "" }, ""],
    [[{ api_key: "k" }, { token: "k" }], "k"],
    [{ api_key: "k", batch: [{ api_key: "l" }, {}] }, "k"],
    [{ batch: [{ api_key: "l" }, { token: "l" }] }, "l"],
  ])("%j has the token %j", (value, token) => {
    expect(read(json(value))).toMatchObject({ token });
  });

  const UNREADABLE = "400 failed to parse request:";
  test.each<[body: string | Buffer, refusal: string]>([
    ["", `${UNREADABLE} the body is no JSON`],
    ["{", `${UNREADABLE} the body is no JSON`],
    [Buffer.from([0x1f, 0x8b, 1, 2]), `${UNREADABLE} invalid gzip data`],
    [Buffer.from([0x1f, 0x8c]), `${UNREADABLE} the body is no JSON`],
    ["7", `${UNREADABLE} an event is no object`],
    ['[{"api_key":"k"},[]]', `${UNREADABLE} an event is no object`],
    ['{"batch":[null]}', `${UNREADABLE} an event is no object`],
    ["[]", "400 request holds no event"],
    ['{"api_key":"k","batch":[]}', "400 request holds no event"],
    ["{}", "401 event submitted without an api_key"],
    ['{"api_key":7,"token":"k"}', "401 event submitted without an api_key"],
    ['{"properties":["token"]}', "401 event submitted without an api_key"],
    ['[{"api_key":"k"},{}]', "401 event submitted without an api_key"],
    ['[{"api_key":"k"},{"api_key":"l"}]', "401 batch submitted with inconsistent api_key values"],
    ['{"batch":[{"api_key":"k"},{"api_key":"l"}]}', "401 batch submitted with inconsistent api_key values"],
  ])("%p is refused: %s", (body, refusal) => {
    expect(read(body)).toBe(refusal);
  });

  test("is as large as the limit at most, which counts the bytes that are sent", () => {
    const padded = (length: number): string => json(EVENT).padEnd(length - 1);
    expect(Buffer.byteLength(padded(LIMIT))).toBe(LIMIT);
    expect(read(padded(LIMIT))).toEqual(ONE);
    expect(read(padded(LIMIT + 1))).toBe(`${UNREADABLE} the body is too large`);
    expect(read(gzipSync(padded(LIMIT * 2)))).toEqual(ONE);
  });
});

describe("an event that capture takes, live notes on persons and events, 7.2", () => {
  const NOW = "2030-01-31T12:00:00.000Z";
  const UUID = "01912345-89ab-7cde-8f01-23456789abcd";

  /** Sends an event, and returns what was stored of it, or the refusal. */
  function captured(event: object): unknown {
    const { world } = openWorld({ now: NOW });
    world.clock.set(Date.parse(NOW), true);
    const project = world.store.tables.projects.all()[0];
    const bodyBytes = Buffer.from(json({ event: "e", distinct_id: "d", api_key: project?.api_token, ...event }));
    const headers = { "content-type": "application/json" };
    const sent = { method: "POST", url: "/capture/", headers, bodyBytes };
    const { status, text } = answerRequest(exchangeOf(world, sent));
    if (status !== 200) return `${status} ${text}`;
    // The example has six events.
    const row = world.store.table(EVENTS_TABLE).all()[6];
    if (row === undefined) return "lost";
    const { id, project: number, received_ms: receivedMs, timestamp_ms: timeMs, ...rest } = row;
    expect([number, receivedMs]).toEqual([project?.number, Date.parse(NOW)]);
    return { ...rest, uuid: id.replace(`${number}:`, ""), time: new Date(timeMs).toISOString() };
  }

  const PLAIN = { event: "e", distinct_id: "d", properties: {}, elements_chain: "", time: NOW };

  test.each<[event: object, stored: object]>([
    [{}, {}],
    [{ uuid: UUID.toUpperCase() }, { uuid: UUID }],
    [
      { distinct_id: null, $distinct_id: "top", properties: { distinct_id: "inner" } },
      { distinct_id: "top", properties: { distinct_id: "inner" } },
    ],
    [
      { distinct_id: undefined, properties: { distinct_id: "inner" } },
      { distinct_id: "inner", properties: { distinct_id: "inner" } },
    ],
    [{ distinct_id: 7 }, { distinct_id: "7" }],
    [{ distinct_id: { a: "é" } }, { distinct_id: '{"a":"é"}' }],
    [{ distinct_id: `${"é".repeat(199)}😀x` }, { distinct_id: `${"é".repeat(199)}😀` }],
    [{ properties: [1], $set: { a: 1 }, $set_once: { b: 2 } }, { properties: { $set: { a: 1 }, $set_once: { b: 2 } } }],
    [{ properties: { $set: { a: 0 } }, $set: { a: 1 } }, { properties: { $set: { a: 1 } } }],
    [
      { properties: { x: 1, $elements: [{ tag_name: "a", $el_text: "Go" }] } },
      { properties: { x: 1 }, elements_chain: 'a:text="Go"' },
    ],
    [{ properties: { $elements: [{ tag_name: "a" }], $elements_chain: "div" } }, { elements_chain: "div" }],
    [{ properties: { $elements: "a", $elements_chain: 7 } }, {}],
    [{ timestamp: "2026-01-05 10:20:30" }, { time: "2026-01-05T10:20:30.000Z" }],
    [{ timestamp: "soon" }, {}],
    [{ timestamp: 7, offset: 1_500 }, { time: "2030-01-31T11:59:58.500Z" }],
    [{ timestamp: "2026-01-05", offset: 1_500 }, { time: "2026-01-05T00:00:00.000Z" }],
    [{ offset: "1500" }, {}],
  ])("%j is stored as %j", (event, stored) => {
    expect(captured(event)).toEqual({
      uuid: expect.stringMatching(/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/u),
      ...PLAIN,
      ...stored,
    });
  });

  const invalid = (reason: string): string => `401 API key is not valid: ${reason}`;
  test.each<[event: object, refusal: string]>([
    [{ event: "" }, "400 event submitted with an empty event name"],
    [{ event: 7 }, "400 event submitted with an empty event name"],
    [{ event: undefined }, "400 event submitted with an empty event name"],
    [{ distinct_id: null }, "400 event submitted without a distinct_id"],
    [{ distinct_id: "" }, "400 event submitted with an empty distinct_id"],
    [{ api_key: "" }, invalid("empty")],
    [{ api_key: "k".repeat(65) }, invalid("too_long")],
    [{ api_key: "phx_x" }, invalid("personal_api_key")],
    [{ api_key: "a\0" }, invalid("null_byte")],
    [{ api_key: "a\u0080" }, invalid("not_ascii")],
    [{ api_key: "k".repeat(64) }, "lost"],
    [{ api_key: "xphx_\u007f" }, "lost"],
  ])("%j is refused, or lost: %s", (event, refusal) => {
    expect(captured(event)).toBe(refusal);
  });
});

describe("the places that take events, live notes on persons and events, 7.1", () => {
  const MEBIBYTE = 1024 * 1024;
  const { world } = openWorld({});
  const token = world.store.tables.projects.all()[0]?.api_token;
  const answer = (url: string, body: object, bytes = 0) => {
    const bodyBytes = Buffer.from(json({ api_token: token, api_key: token, ...body }).padEnd(bytes));
    const headers = { "content-type": "application/json" };
    return answerRequest(exchangeOf(world, { method: "POST", url, headers, bodyBytes }));
  };
  const EVENT = { event: "e", distinct_id: "d" };

  test.each(["/i/v0/e/", "/e/", "/capture/", "/track/", "/engage/", "/batch/"])("include %s", (url) => {
    expect(answer(url, EVENT)).toMatchObject({ status: 200, body: { status: "Ok" } });
    expect(answer(url, { batch: [EVENT, EVENT] })).toMatchObject({ status: 200, body: { status: "Ok" } });
    const refused = answer(url, { ...EVENT, event: "" });
    expect([refused.status, refused.headers["Content-Type"]]).toEqual([400, "text/plain; charset=utf-8"]);
    const isBatch = url === "/batch/";
    expect(answer(url, EVENT, 2 * MEBIBYTE).status).toBe(200);
    expect(answer(url, EVENT, 2 * MEBIBYTE + 1).status).toBe(isBatch ? 200 : 400);
  });
});
