import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { type Dialect, QUIRKS } from "../../../packages/sandbox/src/index.ts";
import type { Quirk } from "../../../packages/sandbox/src/quirks/quirk.ts";
import { type Fixture, openFixture } from "./client.ts";

/** Fields of the contract's Organization, in its order. */
const CONTRACT_FIELDS = [
  "id",
  "name",
  "slug",
  "logo_media_id",
  "created_at",
  "updated_at",
  "membership_level",
  "plugins_access_level",
  "teams",
  "projects",
  "available_product_features",
  "is_member_join_email_enabled",
  "metadata",
  "customer_id",
  "enforce_2fa",
  "member_count",
];

describe("specified: the documented dialect, contract of organizations", () => {
  let fixture: Fixture;
  beforeAll(async () => {
    fixture = await openFixture();
  });
  afterAll(() => fixture.close());

  test("is the default", () => {
    expect(fixture.sandbox.dialect).toBe("documented");
  });

  test("shows exactly the fields of the contract, with text where the contract says string", async () => {
    const { json } = await fixture.call("GET", fixture.at());
    expect(Object.keys(json)).toEqual(CONTRACT_FIELDS);
    expect([json.member_count, json.metadata]).toEqual(["1", '{"instance_tag":"none"}']);
  });

  test("ignores the settings that are newer than the contract", async () => {
    const { status, json } = await fixture.call("PATCH", fixture.at(), { members_can_invite: 7 });
    expect([status, "members_can_invite" in json]).toEqual([200, false]);
  });
});

describe("recorded: the live dialect, flow 1:1", () => {
  test("shows a number, an object and the newer settings", async () => {
    const fixture = await openFixture({ dialect: "live" });
    const { json } = await fixture.call("GET", fixture.at());
    await fixture.close();
    expect([json.member_count, json.metadata]).toEqual([1, { instance_tag: "none" }]);
    expect([json.members_can_invite, json.default_experiment_stats_method]).toEqual([true, "bayesian"]);
  });
});

describe("sandboxOnly: an upgrade of the service", () => {
  test("is done by the control plane, with any of the dialect's names, and keeps all data", async () => {
    const fixture = await openFixture({ dialect: "live" });
    const before = await fixture.call("GET", fixture.at());
    expect(fixture.sandbox.dialect).toBe("live");
    expect(fixture.sandbox.control.setDialect("2026-09")).toEqual({ dialect: "2026-09" });
    const after = await fixture.call("GET", fixture.at());
    const dialect = fixture.sandbox.dialect;
    await fixture.close();
    expect([after.json.id, after.json.name, dialect]).toEqual([before.json.id, before.json.name, "2026-09"]);
  });
});

describe("sandboxOnly: the table of differences", () => {
  test("names a source for every quirk, and every quirk really differs", () => {
    for (const quirk of Object.values<Quirk>(QUIRKS)) {
      const newest = quirk["2026-09"] ?? quirk["2025-08"];
      expect(new Set([quirk.documented, quirk["2025-08"], newest]).size).toBe(2);
      const sources = [
        ...(quirk.documented === quirk["2025-08"] ? [] : ["contract", "live service 2025-08"]),
        ...(quirk["2026-09"] === undefined ? [] : ["service 2026-09, "]),
      ];
      expect(sources.filter((source) => !quirk.source.includes(source))).toEqual([]);
      expect(quirk["2026-09"] === undefined).toBe(quirk.certainty === undefined);
      expect(quirk.statement).toMatch(/\.$/);
    }
  });

  test("refuses a dialect that does not exist", async () => {
    await expect(openFixture({ dialect: "klingon" as Dialect })).rejects.toThrow(
      "dialect should be documented, 2025-08, 2026-09 or live; found klingon.",
    );
  });
});
