import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import type { WatchStore } from "../store/watch-store.ts";
import type { Budgeted } from "./budget-use.ts";
import { HistoryReader } from "./history-reader.ts";
import { metricsText } from "./metrics.ts";

/** The address of the metrics. */
export interface MetricsServer {
  readonly url: string;
  close(): Promise<void>;
}

/** What is needed to serve metrics. */
export interface MetricsOptions {
  readonly store: WatchStore;
  /** The organizations whose budgets are shown. */
  readonly watched: readonly Budgeted[];
  readonly nowMs: () => number;
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
}

const TYPE = "text/plain; version=0.0.4; charset=utf-8";

/** Serves metrics at `/metrics`. @throws Error with the system's code if the address can't be used */
export async function serveMetrics({ store, watched, nowMs, host, port }: MetricsOptions): Promise<MetricsServer> {
  const reader = new HistoryReader(store, watched, nowMs);
  const server = createServer((request, response) => {
    if (request.url !== "/metrics" || request.method !== "GET") {
      response.writeHead(404, { "content-type": "text/plain" }).end("There is only GET /metrics.\n");
      return;
    }
    void reader.read().then((read) => {
      if (read === undefined) {
        response.writeHead(503, { "content-type": "text/plain" }).end("The history can't be read.\n");
      } else response.writeHead(200, { "content-type": TYPE }).end(metricsText({ ...read, nowMs: nowMs() }));
    });
  });
  await new Promise<void>((done, failed) => {
    server.once("error", failed);
    server.listen(port, host, done);
  });
  const { port: own } = server.address() as AddressInfo; // -- it listens on a port
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${own}/metrics`,
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}
