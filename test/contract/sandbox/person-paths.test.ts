import { afterEach, describe, expect, test } from "@jest/globals";
import { type Insights, openInsights, whoIn } from "./insights.ts";

let fixture: Insights;
afterEach(() => fixture.close());

describe("specified: persons/retention in the documented dialect", () => {
  type Retained = { person: { distinct_ids: string[] }; appearances: number[] };
  const retained = async (parameters: object): Promise<string[]> => {
    const { result } = (await fixture.ask("retention", parameters)).json as { result: Retained[] };
    return result.map(({ person, appearances }) => `${person.distinct_ids[0]} ${appearances.join("")}`);
  };

  async function openVisits(): Promise<void> {
    fixture = await openInsights("documented");
    await fixture.did(
      ["a $pageview 05T10:00:00"],
      ["a $pageview 06T10:00:00"],
      ["a $pageview 09T10:00:00"],
      ["b $pageview 05T10:00:00"],
      ["b pay 07T10:00:00"],
      ["c $pageview 01T10:00:00"],
      ["c $pageview 05T10:00:00"],
    );
  }

  test.each([
    [{ total_intervals: 5 }, ["a 11001", "b 10000", "c 10000"]],
    [{ total_intervals: 5, selected_interval: 1 }, ["a 1001"]],
    [{ total_intervals: 5, retention_type: "retention_first_time" }, ["a 11001", "b 10000"]],
    [{ total_intervals: 5, returning_entity: { id: "pay", type: "events" } }, ["b 10100", "a 10000", "c 10000"]],
    [{ total_intervals: 3, target_entity: { id: "pay", type: "events" } }, ["b 100"]],
    [{ total_intervals: 2, period: "Week" }, ["a 11", "b 10", "c 10"]],
    [{ total_intervals: 2, period: "Week", selected_interval: 1 }, ["a 1"]],
    [{ total_intervals: 1, date_to: "2030-01-06" }, ["a 1"]],
  ])("returns the people who came back, for %j", async (parameters, expected) => {
    await openVisits();
    const found = await retained(parameters);
    const appearances = (row: string): string => row.split(" ")[1] ?? "";
    expect(found.toSorted()).toEqual(expected.toSorted());
    expect(found.map(appearances)).toEqual(expected.map(appearances));
  });

  test("leads from page to page, and refuses unknown periods", async () => {
    await openVisits();
    const first = (await fixture.ask("retention", { total_intervals: 5, limit: 2 })).json;
    expect([first.result.length, first.missing_persons]).toEqual([2, 0]);
    const second = await fetch(first.next, { headers: { authorization: `Bearer ${fixture.legacyKey}` } });
    expect(await second.json()).toMatchObject({ result: [{ appearances: [1, 0, 0, 0, 0] }], next: null });
    const refused = await fixture.ask("retention", { period: "Year" });
    expect([refused.status, refused.json.detail]).toEqual([400, "Period Year is unsupported."]);
    expect((await fixture.ask("retention", { total_intervals: 1_000_000 })).status).toBe(501);
  });
});

describe("specified: persons/path in the documented dialect", () => {
  const view = (url: string): object => ({ $current_url: url });

  test.each([
    [{}, ["a", "b", "c"]],
    [{ path_start_key: "1_/home" }, ["a", "b"]],
    [{ path_start_key: "1_/home", path_end_key: "2_/price" }, ["a"]],
    [{ path_end_key: "2_pay" }, ["b"]],
    [{ path_dropoff_key: "3_pay" }, ["a"]],
    [{ path_dropoff_key: "1_/home" }, ["c"]],
    [{ start_point: "/price", path_end_key: "2_pay" }, ["a"]],
    [{ end_point: "/price", path_dropoff_key: "2_/price" }, ["a"]],
    [{ start_point: "/home", end_point: "pay", step_limit: 2, path_dropoff_key: "3_pay" }, ["a"]],
    [{ step_limit: 2, path_dropoff_key: "2_/price" }, ["a"]],
    [{ include_event_types: ["$pageview"], path_dropoff_key: "1_/home" }, ["b", "c"]],
    [{ include_event_types: ["custom_event"], path_dropoff_key: "1_pay" }, ["a", "b", "c"]],
    [{ exclude_events: ["/price"], path_end_key: "2_pay" }, ["b"]],
    [{ path_groupings: ["/p*e"], path_end_key: "2_/p*e" }, ["a"]],
  ])("returns the people who took this path: %j", async (parameters, expected) => {
    fixture = await openInsights("documented");
    await fixture.did(
      ["a $pageview 05T10:00:00", view("/home/")],
      ["a $pageview 05T10:01:00", view("/home")],
      ["a $pageview 05T10:02:00", view("/price")],
      ["a pay 05T10:31:59"],
      ["b $pageview 05T10:00:00", view("/home")],
      ["b pay 05T10:10:00"],
      ["c $pageview 05T10:00:00", view("/home")],
      ["c pay 05T10:30:00"],
    );
    expect(await fixture.who("path", parameters)).toEqual(expected);
    expect(whoIn(await fixture.post("path", parameters))).toEqual(expected);
  });

  test("reports that it doesn't support paths in funnels", async () => {
    fixture = await openInsights("documented");
    expect((await fixture.ask("path", { funnel_paths: "funnel_path_after_step" })).status).toBe(501);
  });
});
