import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import root from "@opentelemetry/otlp-transformer/build/src/generated/root.js";

import {
  type LookResult,
  METRIC_NAMES,
  OtlpSender,
  otlpTarget,
  OtlpTargetError,
  SqliteStore,
  watchFileOf,
  watchOnce,
} from "../../../packages/watch/src/index.ts";
import { StillWatchClock } from "../../support/watch-clock.ts";
import { type Received, WebhookReceiver } from "../../support/webhook-receiver.ts";

interface MessageType {
  fromObject(value: object): object;
  toObject(message: object, options: object): object;
}

type Collector = Record<"metrics" | "trace", { v1: Record<string, MessageType> }>;

/** OpenTelemetry's own definition of the messages. -- its members have no types */
const { collector: ofCollector } = (Reflect.get(root, "opentelemetry") as { proto: { collector: Collector } }).proto;
const { metrics, trace } = ofCollector;
const MESSAGES: Readonly<Record<string, MessageType | undefined>> = {
  "/v1/metrics": metrics.v1["ExportMetricsServiceRequest"],
  "/v1/traces": trace.v1["ExportTraceServiceRequest"],
};

/** The body as read by the message's definition. It's complete if each field has its name and type. */
function readAsMessage(path: string, body: object): object {
  const type = MESSAGES[path];
  if (type === undefined) throw new Error(`There is no message at ${path}`);
  const read = type.toObject(type.fromObject(body), { longs: String, bytes: String });
  return JSON.parse(JSON.stringify(read)) as object;
}

interface Metrics {
  resourceMetrics: {
    resource: object;
    scopeMetrics: { metrics: { name: string; unit?: string; gauge: object }[] }[];
  }[];
}
interface Traces {
  resourceSpans: { scopeSpans: { spans: Record<string, unknown>[] }[] }[];
}

describe("metrics and traces for a collector", () => {
  let store: SqliteStore;
  let collector: WebhookReceiver;
  let clock: StillWatchClock;
  let said: string[];
  beforeEach(async () => {
    store = new SqliteStore(":memory:");
    collector = await WebhookReceiver.start();
    clock = new StillWatchClock();
    said = [];
  });
  afterEach(async () => {
    await collector.close();
    await store.close();
  });

  const senderWith = (environment: Readonly<Record<string, string>> = {}): OtlpSender =>
    new OtlpSender({
      target: otlpTarget(`${collector.url}/`, environment),
      store,
      watched: [{ name: "acme", budget: { name: "key", requestsPerHour: 400 } }],
      clock,
      say: (line) => said.push(line),
    });

  /** Looks at an organization that can't be checked, and at one with a finding. */
  async function look(onLook: (name: string, result: LookResult) => void): Promise<void> {
    const finding = {
      type: "finding",
      kind: "missing",
      severity: "error",
      resource: "Domain",
      id: "1",
      name: "x",
    } as const;
    await watchOnce({
      watched: [
        { name: "acme", labels: {}, look: () => Promise.resolve({ findings: [finding], gaps: [], requests: 13 }) },
        { name: "away", labels: {}, look: () => Promise.reject(new Error("401")) },
      ],
      file: watchFileOf("w.yaml", ""),
      store,
      clock,
      environment: {},
      signal: new AbortController().signal,
      parallel: 1,
      say: () => undefined,
      onLook,
    });
  }

  test("are OpenTelemetry's messages, with each metric and a span for each look", async () => {
    const sender = senderWith({
      OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer%20canary, x-team = a=b ,",
      OTEL_RESOURCE_ATTRIBUTES: "deployment.environment=prod",
    });
    await look((name) => sender.looked(name));
    await sender.sendOnce();
    expect(collector.received.map(({ path, headers }) => [path, headers["authorization"], headers["x-team"]])).toEqual([
      ["/v1/metrics", "Bearer canary", "a=b"],
      ["/v1/traces", "Bearer canary", "a=b"],
    ]);
    for (const received of collector.received) {
      const body = JSON.parse(received.body) as object;
      expect(readAsMessage(received.path, body)).toEqual(body);
    }
    const [first, second] = collector.received as [Received, Received];
    const [{ resource, scopeMetrics }] = (JSON.parse(first.body) as Metrics).resourceMetrics as [
      Metrics["resourceMetrics"][number],
    ];
    expect(resource).toEqual({
      attributes: [
        { key: "service.name", value: { stringValue: "orgform-watch" } },
        { key: "deployment.environment", value: { stringValue: "prod" } },
      ],
    });
    const sent = scopeMetrics.flatMap((one) => one.metrics);
    // A metric without any value isn't sent.
    expect(sent.map(({ name }) => name)).toEqual(METRIC_NAMES.filter((name) => !name.endsWith("not_taken")));
    expect(sent.find(({ name }) => name === "orgform_watch_look_requests")).toEqual({
      name: "orgform_watch_look_requests",
      description: expect.stringMatching(/^Requests/u),
      gauge: {
        dataPoints: [
          {
            attributes: [{ key: "organization", value: { stringValue: "acme" } }],
            timeUnixNano: `${clock.nowMs()}000000`,
            asDouble: 13,
          },
        ],
      },
    });
    expect(sent.find(({ name }) => name === "orgform_watch_budget_used_ratio")).toMatchObject({
      unit: "1",
      gauge: { dataPoints: [{ attributes: [{ key: "budget", value: { stringValue: "key" } }], asDouble: 0.0325 }] },
    });
    expect((JSON.parse(second.body) as Traces).resourceSpans[0]?.scopeSpans[0]?.spans).toMatchObject([
      {
        traceId: expect.stringMatching(/^[0-9a-f]{32}$/u),
        spanId: expect.stringMatching(/^[0-9a-f]{16}$/u),
        name: "orgform.watch.look",
        attributes: expect.arrayContaining([
          { key: "outcome", value: { stringValue: "findings" } },
          { key: "requests", value: { intValue: "13" } },
          { key: "open.missing", value: { intValue: "1" } },
        ]),
      },
      { status: { code: 2 } },
    ]);
    expect(said).toEqual([]);
  });

  test("with a field of a wrong name or type aren't those messages", () => {
    const body = { resourceMetrics: [{ scopeMetrics: [{ metrics: [{ name: "a", gauge: { dataPoint: [] } }] }] }] };
    expect(readAsMessage("/v1/metrics", body)).not.toEqual(body);
    const span = { resourceSpans: [{ scopeSpans: [{ spans: [{ name: "a", startTimeUnixNano: 1 }] }] }] };
    expect(readAsMessage("/v1/traces", span)).not.toEqual(span);
  });

  test("go on when a collector was away, which is said once, and a look is one trace however often it is sent", async () => {
    const sender = senderWith();
    const ended = new AbortController();
    await look((name) => sender.looked(name));
    let answers: number[] = [503, 503, 200, 503, 200, 200];
    collector.answer = () => ({ status: answers.shift() ?? 200 });
    const sending = sender.sendOften(ended.signal);
    const passMinute = async (): Promise<void> => {
      const slept = clock.slept.length;
      clock.move(60_000);
      while (clock.slept.length === slept) await new Promise((done) => setTimeout(done, 5));
    };
    for (let minutes = 0; minutes < 4; minutes += 1) await passMinute();
    answers = [];
    ended.abort();
    await sending;
    expect(collector.received.map(({ path }) => path.slice(4))).toEqual([
      "metrics",
      "metrics",
      "metrics",
      "traces",
      "metrics",
      "traces",
      "metrics",
    ]);
    const [, , , refused, , taken] = collector.received;
    expect(taken?.body).toBe(refused?.body);
    expect(said).toEqual([
      "The OpenTelemetry collector didn't take metrics: it answered with status 503.",
      "The OpenTelemetry collector takes metrics again.",
    ]);
  });

  test("that nobody takes are said without the address", async () => {
    const sender = senderWith();
    await look((name) => sender.looked(name));
    await collector.close();
    await sender.sendOnce();
    expect(said).toEqual(["The OpenTelemetry collector didn't take metrics: no answer: ECONNREFUSED."]);
  });
});

describe("a collector", () => {
  test.each([
    ["4318", {}, "must be the base URL of a collector, such as http://127.0.0.1:4318"],
    ["grpc://collector:4317", {}, "must be the base URL of a collector, such as http://127.0.0.1:4318"],
    ["http://a:4318/?key=canary", {}, "must be the base URL of a collector, such as http://127.0.0.1:4318"],
    ["http://a:4318/#canary", {}, "must be the base URL of a collector, such as http://127.0.0.1:4318"],
    ["", {}, "must be the base URL of a collector, such as http://127.0.0.1:4318"],
    ...["a:canary", "canary", ":canary"].map(
      (login) =>
        [
          `http://${login}@b:4318`,
          {},
          "contains a password. Put it into a header in OTEL_EXPORTER_OTLP_HEADERS",
        ] as const,
    ),
    ...["canary", "=canary", "=a=canary", "a=%canary", "b=c,canary"].map(
      (text) =>
        [
          "http://a:4318",
          { OTEL_EXPORTER_OTLP_HEADERS: text },
          "can't be used: OTEL_EXPORTER_OTLP_HEADERS must be pairs such as name=value, separated by commas",
        ] as const,
    ),
    ...["a b=canary", "a=canary%0a"].map(
      (text) =>
        [
          "http://a:4318",
          { OTEL_EXPORTER_OTLP_HEADERS: text },
          "can't be used: OTEL_EXPORTER_OTLP_HEADERS contains a name or value that no header can have",
        ] as const,
    ),
    [
      "http://a:4318",
      { OTEL_RESOURCE_ATTRIBUTES: "prod" },
      "can't be used: OTEL_RESOURCE_ATTRIBUTES must be pairs such as name=value, separated by commas",
    ],
  ])("%s with %j is refused, and no secret is told", (url, environment, message) => {
    expect(() => otlpTarget(url, environment)).toThrow(new OtlpTargetError(message));
    expect(message).not.toContain("canary");
  });

  test.each([
    [{}, { "service.name": "orgform-watch" }],
    [{ OTEL_SERVICE_NAME: "" }, { "service.name": "orgform-watch" }],
    [{ OTEL_RESOURCE_ATTRIBUTES: "service.name=a" }, { "service.name": "a" }],
    [
      { OTEL_SERVICE_NAME: "b", OTEL_RESOURCE_ATTRIBUTES: " , region = e%2Cu ,service.name=a,,empty=" },
      { "service.name": "b", region: "e,u", empty: "" },
    ],
  ])("knows its sender by %j", (environment, sender) => {
    expect(otlpTarget("http://a:4318", environment).sender).toEqual(sender);
  });

  test("gets headers of any valid name, with their values as they are written", () => {
    const text = "x-api-key=a%20b==,X_!#$%&'*+.^`|~1=\t";
    const headers = { "x-api-key": "a b==", "X_!#$%&'*+.^`|~1": "" };
    expect(otlpTarget("http://a:4318", { OTEL_EXPORTER_OTLP_HEADERS: text }).headers).toEqual(headers);
  });

  test("is found below a path, and the variables of OpenTelemetry say who sends", () => {
    const named = { OTEL_SERVICE_NAME: "night watch", OTEL_RESOURCE_ATTRIBUTES: "service.name=a,region=eu" };
    expect(otlpTarget("https://otlp.example/base//", named)).toEqual({
      url: "https://otlp.example/base",
      headers: {},
      sender: { "service.name": "night watch", region: "eu" },
    });
  });
});
