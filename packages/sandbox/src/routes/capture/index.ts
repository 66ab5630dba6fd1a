import { z } from "zod";
import { changeIngestion, ingestLater, ingestionState } from "../../analytics/ingestion.ts";
import { controlRoute, controlRouteWith, givenIn } from "../../control/family-control.ts";
import type { Family } from "../../family.ts";
import type { Operation, Route } from "../../pipeline/exchange.ts";
import { inAll, route } from "../../pipeline/route.ts";
import { captureBatch, captureEvents } from "./capture.ts";

/** Paths that accept one event or a list. @source live notes on persons and events, 7.1 */
const SINGLE = ["/i/v0/e/", "/e/", "/capture/", "/track/", "/engage/"];

const open: Pick<Operation, "scope" | "authorize" | "answers"> = {
  scope: "public",
  authorize: () => {},
  answers: inAll({ kind: "checked", check: () => undefined }),
};

function captureRoute(template: string, handle: Operation["handle"]): Route {
  const operation = { ...open, handle };
  return route({
    template,
    title: "Capture",
    allow: "GET, POST, OPTIONS",
    operations: { GET: operation, POST: operation },
  });
}

const stateSchema = z.strictObject({
  delaySeconds: z.number().min(0).optional(),
  losesPropertyChanges: z.boolean().optional(),
});

/** Accepts events, which also create persons. */
export const CAPTURE: Family = {
  name: "capture",
  place: 14,
  routes: [...SINGLE.map((path) => captureRoute(path, captureEvents)), captureRoute("/batch/", captureBatch)],
  jobs: { once: { ingest: ingestLater } },
  control: [
    controlRoute("GET", "ingestion", ingestionState),
    controlRouteWith("PUT", "ingestion", stateSchema, (world, { body }) => changeIngestion(world, givenIn(body))),
  ],
};
