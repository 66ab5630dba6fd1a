import { expect, test } from "@jest/globals";
import { answerRequest } from "../../../packages/sandbox/src/pipeline/service-pipeline.ts";
import { HOG_FUNCTIONS_TABLE, type HogFunctionRow } from "../../../packages/sandbox/src/routes/hog-functions/rows.ts";
import { openWorld } from "../../../packages/sandbox/src/sandbox.ts";
import { exchangeOf } from "../../../packages/sandbox/src/server.ts";

const NOW = "2030-01-01T00:00:00.000Z";
const { world, seeded } = openWorld({ now: NOW, dialect: "2026-09", seed: "example" });
const project = world.store.tables.projects.all()[0]?.number ?? 0;
const [founder] = world.store.tables.users.all();

const id = (last: string): string => `0195a0b0-0000-7000-8000-00000000000${last}`;

function row(last: string, more: Partial<HogFunctionRow>): HogFunctionRow {
  return {
    id: id(last),
    project,
    type: "destination",
    name: `n${last}`,
    description: "",
    created_at: `2030-01-0${last}T00:00:00Z`,
    created_by: null,
    updated_at: "2030-01-01T00:00:00Z",
    enabled: true,
    deleted: false,
    hog: "return event",
    inputs_schema: [],
    inputs: {},
    secrets: {},
    filters: {},
    masking: null,
    mappings: null,
    icon_url: null,
    template_id: null,
    execution_order: null,
    batch_export_id: null,
    version: 0,
    ...more,
  };
}

const EVENTS = [
  { id: "a", type: "events", order: 0 },
  { id: "é|", type: "events", order: 1 },
];

const functions = world.store.table(HOG_FUNCTIONS_TABLE);
// A new project has one already.
for (const one of functions.all()) functions.overwrite(one.id, undefined);
functions.insertMany([
  row("1", { name: "Out|É", description: "to the shop", created_by: founder?.id ?? "" }),
  row("2", { type: "transformation", enabled: false, execution_order: 2, name: null }),
  row("3", { type: "site_app", execution_order: 1, filters: { source: "events", events: EVENTS } }),
  row("4", { updated_at: "2030-01-05T00:00:00Z", filters: { source: "events", events: EVENTS.slice(0, 1) } }),
  row("5", { deleted: true }),
  row("6", { project: project + 1 }),
  row("7", {}),
]);

const listed = (query: string) => {
  const url = `/api/projects/${project}/hog_functions/?${query}`;
  const headers = { authorization: `Bearer ${seeded.apiKey}` };
  const { status, body } = answerRequest(
    exchangeOf(world, { method: "GET", url, headers, bodyBytes: Buffer.alloc(0) }),
  );
  // oxlint-disable-next-line typescript/no-explicit-any -- bodies are only compared with what a test expects
  return { status, body: body as any };
};
const json = (value: unknown): string => encodeURIComponent(JSON.stringify(value));

/** By execution order; then the latest change first, and of equal ones the newest. */
const ALL = "3 2 4 7 1";

test.each([
  ["", ALL],
  ["type=", ALL],
  ["type=destination", "4 7 1"],
  ["type=site_app,transformation", "3 2"],
  ["type=site", ""],
  ["enabled=true", "3 4 7 1"],
  ["enabled=TRUE", "3 4 7 1"],
  ["enabled=False", "2"],
  ["enabled=1", ALL],
  ["enabled=xtrue", ALL],
  ["enabled=truex", ALL],
  [`id=${id("3").toUpperCase()}`, "3"],
  ["id=3", ""],
  [`created_by=${founder?.number}`, "1"],
  [`created_by=${(founder?.number ?? 0) + 1}`, ""],
  ["created_at=2030-01-03T01:00:00%2B01:00", "3"],
  ["updated_at=2030-01-05", "4"],
  ["updated_at=2030-01-02", ""],
  [`search=${encodeURIComponent("|é")}`, "1"],
  ["search=SHOP", "1"],
  ["search=n7", "7"],
  ["search=null", ""],
  ["search=n&enabled=false", ""],
  [`filters=${json({ events: [{ id: "a" }] })}`, "3 4"],
  [`filters=${json({ events: [{ id: "é|", order: 1 }] })}`, "3"],
  [`filters=${json({ events: [{ id: "a", order: 1 }] })}`, ""],
  [`filters=${json({ events: [] })}`, "3 4"],
  [`filters=${json({ events: { id: "a" } })}`, ""],
  ["filters={}", ALL],
  [`filter_groups=${json([{ events: [{ id: "é|" }] }, { events: [{ id: "none" }] }])}`, "3"],
  [`filter_groups=${json([{}])}`, ALL],
  ["filter_groups=[]", ALL],
  [`filter_groups=${json([{ events: [{ id: "é|" }] }])}&filters=${json({ events: EVENTS.slice(0, 1) })}`, "3 4"],
  ["filters=7", ""],
])("functions by %s are %j, service 2026-09, hog-functions.md, list", (query, expected) => {
  const { status, body } = listed(query);
  expect([status, body.results.map((one: { id: string }) => one.id.at(-1)).join(" ")]).toEqual([200, expected]);
});

test.each([
  ["filters={", "filters", "Invalid filters"],
  ["filter_groups={}", "filter_groups", "Invalid filter_groups"],
  ["filter_groups=x", "filter_groups", "Invalid filter_groups"],
  [`search=${"é".repeat(201)}`, "search", "Ensure this field has no more than 200 characters."],
])("a list by %s is refused, service 2026-09, hog-functions.md, list", (query, attr, detail) => {
  expect(listed(query)).toMatchObject({ status: 400, body: { attr, detail } });
  expect(listed(`search=${"😀".repeat(200)}`).status).toBe(200);
});
