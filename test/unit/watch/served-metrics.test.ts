import { request } from "node:http";
import { afterEach, beforeEach, expect, test } from "@jest/globals";

import { type MetricsServer, serveMetrics, SqliteStore } from "../../../packages/watch/src/index.ts";
import { metricsText } from "../../../packages/watch/src/metrics/metrics.ts";
import type { LastLook, OpenSubject } from "../../../packages/watch/src/store/watch-store.ts";

const NOW_MS = 1_764_000_000_000;

/** What Prometheus is told of one organization that was looked at 30 s ago. */
test("metrics are this text, with help and type, to the letter", () => {
  const organization = 'a"\\\n|é';
  const look = {
    organization,
    startedMs: NOW_MS - 31_500,
    endedMs: NOW_MS - 30_000,
    outcome: "failed",
    open: { unchecked: 2 },
    requests: 0,
  } as const;
  const last: LastLook = { organization, look, succeededMs: NOW_MS - 90_000 };
  const open = [{ organization, sinceMs: NOW_MS - 1_000 }] as unknown as readonly OpenSubject[]; // -- what metrics read
  const label = String.raw`organization="a\"\\\n|é"`;
  expect(
    metricsText({
      open,
      last: [last],
      messages: [],
      budgets: [{ budget: "b", ratio: 0.5 }],
      isCurrent: true,
      nowMs: NOW_MS,
    }),
  ).toBe(`# HELP orgform_watch_open_findings Findings that are open, by kind; unchecked is what couldn't be checked.
# TYPE orgform_watch_open_findings gauge
orgform_watch_open_findings{${label},kind="changed"} 0
orgform_watch_open_findings{${label},kind="missing"} 0
orgform_watch_open_findings{${label},kind="unmanaged"} 0
orgform_watch_open_findings{${label},kind="policy"} 0
orgform_watch_open_findings{${label},kind="unchecked"} 2
# HELP orgform_watch_oldest_finding_age_seconds Age of the oldest finding that is open; 0 without one.
# TYPE orgform_watch_oldest_finding_age_seconds gauge
orgform_watch_oldest_finding_age_seconds{${label}} 1
# HELP orgform_watch_last_look_timestamp_seconds When the last look ended.
# TYPE orgform_watch_last_look_timestamp_seconds gauge
orgform_watch_last_look_timestamp_seconds{${label}} 1763999970
# HELP orgform_watch_last_success_timestamp_seconds When the last look ended that could tell something.
# TYPE orgform_watch_last_success_timestamp_seconds gauge
orgform_watch_last_success_timestamp_seconds{${label}} 1763999910
# HELP orgform_watch_look_duration_seconds How long the last look took.
# TYPE orgform_watch_look_duration_seconds gauge
orgform_watch_look_duration_seconds{${label}} 1.5
# HELP orgform_watch_look_requests Requests to the service that the last look made, where it counted them.
# TYPE orgform_watch_look_requests gauge
orgform_watch_look_requests{${label}} 0
# HELP orgform_watch_budget_used_ratio Part of a key's requests per hour that looks used in the past hour; 1 is all of them.
# TYPE orgform_watch_budget_used_ratio gauge
orgform_watch_budget_used_ratio{budget="b"} 0.5
# HELP orgform_watch_history_available Whether the history can be read: 1, else 0; then all other values are the last ones.
# TYPE orgform_watch_history_available gauge
orgform_watch_history_available 1
# HELP orgform_watch_look_failed Whether the last look could tell nothing: 1, else 0.
# TYPE orgform_watch_look_failed gauge
orgform_watch_look_failed{${label}} 1
# HELP orgform_watch_messages_not_taken Messages that weren't taken; state is waiting or given_up.
# TYPE orgform_watch_messages_not_taken gauge
`);
});

/** The status, the type, and the text of an answer. */
const answer = (url: string, options: { readonly method?: string; readonly path?: string } = {}): Promise<unknown[]> =>
  new Promise((done, failed) => {
    const sent = request(url, options, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (part: string) => (text += part));
      response.on("end", () => done([response.statusCode, response.headers["content-type"], text]));
    });
    sent.on("error", failed).end();
  });

let store: SqliteStore;
let server: MetricsServer;
const serve = (host: string, of = store, port = 0): Promise<MetricsServer> =>
  serveMetrics({ store: of, watched: [], nowMs: () => NOW_MS, host, port });
beforeEach(async () => {
  store = new SqliteStore(":memory:");
  server = await serve("127.0.0.1");
});
afterEach(async () => {
  await server.close();
  await store.close();
});

const NONE = [404, "text/plain", "There is only GET /metrics.\n"];

test.each([
  [{ path: "/" }, NONE],
  [{ path: "/metrics/" }, NONE],
  [{ path: "/metrics?x=1" }, NONE],
  [{ method: "POST" }, NONE],
  [{ path: "/", method: "POST" }, NONE],
  [
    {},
    [200, "text/plain; version=0.0.4; charset=utf-8", expect.stringMatching(/^# HELP orgform_watch_open_findings /u)],
  ],
])("a request with %j is answered", async (options, expected) => {
  expect(await answer(server.url, options)).toEqual(expected);
});

test("a history that can't be read at first is told, not empty", async () => {
  const away = () => Promise.reject(new Error("away"));
  const gone = { open: away, lastLooks: away, troubled: away, looks: away } as unknown as SqliteStore; // -- what is read
  const other = await serve("127.0.0.1", gone);
  expect(await answer(other.url)).toEqual([503, "text/plain", "The history can't be read.\n"]);
  await other.close();
});

test("the address is told as a browser takes it, and one that is taken is refused with the system's code", async () => {
  expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:[1-9]\d+\/metrics$/u);
  const { port } = new URL(server.url);
  await expect(serve("127.0.0.1", store, Number(port))).rejects.toMatchObject({ code: "EADDRINUSE" });
  const six = await serve("::1").catch(() => undefined);
  // Not every machine has the newer protocol.
  expect(six?.url ?? "http://[::1]:1/metrics").toMatch(/^http:\/\/\[::1\]:\d+\/metrics$/u);
  await six?.close();
});

test("a server that closes drops connections that are still open, and its port is free", async () => {
  const { port } = new URL(server.url);
  await answer(server.url);
  await server.close();
  const again = await serve("127.0.0.1", store, Number(port));
  expect(new URL(again.url).port).toBe(port);
  await again.close();
});
