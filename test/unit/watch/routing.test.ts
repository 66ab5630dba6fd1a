import { describe, expect, test } from "@jest/globals";
import * as fc from "fast-check";

import type { Finding, Gap, Subject, WatchEvent } from "../../../packages/watch/src/index.ts";
import { FINDING_KINDS, SEVERITIES } from "../../../packages/watch/src/look/finding.ts";
import { deliveriesOf } from "../../../packages/watch/src/outbox/routing.ts";
import { EVENTS } from "../../../packages/watch/src/transitions/transition.ts";
import { watchEvent } from "../../support/watch-event.ts";

const URL_OF = { environment: "URL" } as const;
const CHANNELS = {
  team: { type: "slack", url: URL_OF },
  "team-2": { type: "webhook", url: URL_OF, secret: URL_OF },
  issue: { type: "github-issue", repository: "acme/ops", token: URL_OF, api: "https://api.example", label: "drift" },
} as const;

const finding = (more: Partial<Finding> = {}): Finding => ({
  type: "finding",
  kind: "changed",
  severity: "warning",
  resource: "Domain",
  id: "o/1",
  name: "acme",
  ...more,
});
const gap = (more: Partial<Gap> = {}): Gap => ({
  type: "gap",
  source: "drift",
  severity: "warning",
  reason: "It answered 403.",
  isSilent: false,
  ...more,
});

const event = (subject: Subject, more: Partial<WatchEvent> = {}): WatchEvent =>
  watchEvent(subject, { id: "e1", ...more });

type File = Parameters<typeof deliveriesOf>[2];

const fileWith = (routes: File["routes"]): File => ({
  channels: CHANNELS,
  ...(routes === undefined ? {} : { routes }),
});
const goesTo = (one: WatchEvent, routes: File["routes"], labels: Readonly<Record<string, string>> = {}): string[] =>
  deliveriesOf([one], labels, fileWith(routes)).map(({ channel }) => channel);

describe("an event", () => {
  const all = Object.keys(CHANNELS);

  test("goes to every channel without routes, to none with none, and only to issues if nobody is told", () => {
    expect(goesTo(event(finding()), undefined)).toEqual(all);
    expect(goesTo(event(finding()), [])).toEqual([]);
    for (const quiet of ["update", "flapping", "superseded"] as const)
      expect(goesTo(event(finding(), { quiet }), undefined)).toEqual(["issue"]);
  });

  test.each<readonly [string, File["routes"], WatchEvent, readonly string[]]>([
    ["the routes that name a channel", [{ to: ["team-2"] }], event(finding()), ["team-2"]],
    ["each channel once", [{ to: ["team"] }, { to: ["team", "issue"] }], event(finding()), ["team", "issue"]],
    ["any of several routes", [{ to: ["team"], events: ["resolved"] }, { to: ["team"] }], event(finding()), ["team"]],
    ["the kinds of findings, not of gaps", [{ to: ["team"], kinds: ["missing"] }], event(gap()), ["team"]],
    [
      "resources, of gaps only where they name one",
      [{ to: ["team"], resources: ["Role"] }],
      event(gap({ resource: "Domain" })),
      [],
    ],
    ["resources, but every gap of all", [{ to: ["team"], resources: ["Role"] }], event(gap()), ["team"]],
  ])("heeds %s", (_what, routes, one, expected) => {
    expect(goesTo(one, routes)).toEqual(expected);
  });

  test("takes a route exactly where each of its conditions holds", () => {
    const some = <T>(values: readonly T[]) => fc.option(fc.subarray([...values]), { nil: undefined });
    const route = fc.record({
      events: some(EVENTS),
      severities: some(SEVERITIES),
      kinds: some(FINDING_KINDS),
      resources: some(["Domain", "Role"]),
      labels: fc.option(fc.constantFrom({}, { stage: "prod" }, { stage: "prod", team: "a" }, { team: "b" }), {
        nil: undefined,
      }),
    });
    const subject = fc.record({
      kind: fc.constantFrom(...FINDING_KINDS),
      severity: fc.constantFrom(...SEVERITIES),
      resource: fc.constantFrom("Domain", "Role"),
    });
    const labels = { stage: "prod", team: "a" };
    fc.assert(
      fc.property(route, subject, fc.constantFrom(...EVENTS), (given, of, kind) => {
        const holds = (wanted: readonly string[] | undefined, found: string): boolean =>
          wanted === undefined || wanted.includes(found);
        const expected =
          holds(given.events, kind) &&
          holds(given.severities, of.severity) &&
          holds(given.kinds, of.kind) &&
          holds(given.resources, of.resource) &&
          JSON.stringify({ ...labels, ...given.labels }) === JSON.stringify(labels);
        const routes = [{ to: ["team"], ...given }];
        expect(goesTo(event(finding(of), { event: kind }), routes, labels)).toEqual(expected ? ["team"] : []);
      }),
      { numRuns: 300 },
    );
  });
});
