import { describe, expect, test } from "@jest/globals";

import { subjectDigest } from "../../../packages/fleet/src/approvals/subject.ts";
import type { FleetOrganization } from "../../../packages/fleet/src/expansion/expand.ts";
import { versionedEngines } from "../../../src/cli/fleet/engines.ts";

const [ONE, OTHER] = versionedEngines();

const organization = (name: string, further: Partial<FleetOrganization> = {}): FleetOrganization => ({
  name,
  formerNames: [],
  key: name,
  template: "small",
  engine: ONE!,
  folder: "/small",
  templateHash: "1",
  values: { title: "Acme", seats: 3 },
  labels: {},
  sharesProvider: true,
  credential: "default",
  wave: 0,
  ...further,
});

const ALL = [organization("acme"), organization("acme-2", { wave: 1 })];
const RUN = { id: 7, started: "2026-11-26T08:00:00.417Z", options: { isRefresh: true, isApproved: false, share: 1 } };
const DIGEST = subjectDigest(RUN, ALL);

describe("what approvals of a run are given to", () => {
  test.each<[string, readonly FleetOrganization[]]>([
    ["organizations", ALL.toReversed()],
    ["values", [organization("acme", { values: { seats: 3, title: "Acme" } }), ALL[1]!]],
  ])("is the same in another order of %s", (_what, all) => {
    expect(subjectDigest(RUN, all)).toBe(DIGEST);
  });

  test.each<[string, Partial<FleetOrganization>]>([
    ["value", { values: { title: "Acme", seats: 4 } }],
    ["further value", { values: { title: "Acme", seats: 3, tier: "gold" } }],
    ["lacking value", { values: { title: "Acme" } }],
    ["kind of a value", { values: { title: "Acme", seats: "3" } }],
    ["template", { template: "large" }],
    ["file of the template", { templateHash: "2" }],
    ["engine", { engine: OTHER! }],
    ["version of the provider", { engine: { ...ONE!, providerVersion: "9.0.0" } }],
    ["credential", { credential: "other" }],
    ["wave", { wave: 1 }],
    ["name", { name: "acme-3" }],
  ])("is something else with another %s", (_what, change) => {
    expect(subjectDigest(RUN, [organization("acme", change), ALL[1]!])).not.toBe(DIGEST);
  });

  test("is something else in another run, and with an organization more or less", () => {
    const others = [
      subjectDigest({ ...RUN, id: 8 }, ALL),
      subjectDigest({ ...RUN, started: "2026-11-26T08:00:00.418Z" }, ALL),
      subjectDigest(RUN, ALL.slice(1)),
      subjectDigest(RUN, [...ALL, organization("acme-3")]),
    ];
    expect(new Set([DIGEST, ...others]).size).toBe(5);
  });

  test("is the plan, where one is applied, and nothing that the file says", () => {
    const planned = { ...RUN, options: { ...RUN.options, plan: "sha256:1" } };
    expect(subjectDigest(planned, ALL)).toBe("sha256:1");
    expect(subjectDigest(planned, [])).toBe("sha256:1");
  });
});
