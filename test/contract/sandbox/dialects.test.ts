import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { type Dialect, QUIRKS } from "../../../packages/sandbox/src/index.ts";
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

  test("passes over the settings that came after the contract", async () => {
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

describe("sandboxOnly: the table of differences", () => {
  test("names a source for every quirk, and every quirk really differs", () => {
    for (const quirk of Object.values(QUIRKS)) {
      expect(quirk.documented).not.toBe(quirk.live);
      expect(quirk.source).toMatch(/contract.*live service 2025-08/);
      expect(quirk.statement).toMatch(/\.$/);
    }
  });

  test("refuses a dialect that does not exist", async () => {
    await expect(openFixture({ dialect: "klingon" as Dialect })).rejects.toThrow(
      "dialect should be documented or live; found klingon.",
    );
  });
});
