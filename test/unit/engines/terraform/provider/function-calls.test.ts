import { describe, expect, test } from "@jest/globals";
import { z } from "zod";

import { systemClock } from "../../../../../src/app/clock.ts";
import { Account, type CallParts } from "../../../../../src/engines/terraform/provider/account.ts";
import { FunctionAction } from "../../../../../src/engines/terraform/provider/actions.ts";
import { FunctionSource } from "../../../../../src/engines/terraform/provider/function-sources.ts";
import { terraformSpelling } from "../../../../../src/engines/terraform/provider/spelling.ts";
import { decodeValue, encodeValue } from "../../../../../src/engines/terraform/provider/values.ts";
import { anyJson } from "../../../../../src/model/any-json.ts";
import { field } from "../../../../../src/model/field.ts";
import type { AnyFunction } from "../../../../../src/model/function.ts";
import type { Values } from "../../../../../src/model/json-value.ts";
import { printed, type Text } from "../../../../../src/model/messages.ts";
import { UNKNOWN } from "../../../../../src/model/unknown.ts";
import { failureOf } from "../../../../support/fake-resources.ts";
import { PROCESS_ENVIRONMENT } from "../../../../support/process-environment.ts";
import { TerraformProcess } from "../../../../support/terraform-process.ts";

/** A function, and the arguments with which it ran. */
function painting(changes: Partial<AnyFunction> = {}, { isPlanned = true, isRun = true } = {}) {
  const ran: Values[] = [];
  const plan = ({ boxColor, coats }: Values) => `paint ${String(coats)} coats of ${String(boxColor)}`;
  const run: AnyFunction["run"] = (args: Values, { progress }) => {
    ran.push(args);
    progress("half | of it");
    return Promise.resolve({ paintedBoxes: 7, seen: { a: ["é"] } });
  };
  const definition: AnyFunction = {
    name: "paintBoxes",
    doc: "Paints boxes.",
    effect: "write",
    repeat: "safe",
    scopes: [],
    operations: [],
    arguments: {
      organizationId: field(z.string(), { doc: "Owner.", fromConfig: "organizationId" }),
      boxColor: field(z.enum(["red", "blue"]), { doc: "Color." }),
      coats: field(z.number().default(2), { doc: "Coats." }),
      more: field(anyJson(z.any().optional()), { doc: "More." }),
    },
    result: {
      paintedBoxes: field(z.number(), { doc: "Number." }),
      why: field(z.string().optional(), { doc: "Reason." }),
      seen: field(anyJson(z.any().optional()), { doc: "What was seen." }),
    },
    example: {},
    ...(isPlanned ? { plan } : {}),
    ...(isRun ? { run } : {}),
    ...changes,
  };
  return { definition, ran };
}

/** A call, and what was reported meanwhile. */
function startCall(settings: Values = { organization_id: "o1" }) {
  const told: string[] = [];
  const say = (kind: string) => (text: Text) => void told.push(`${kind}: ${printed(text, terraformSpelling())}`);
  const block = { host: "http://127.0.0.1:1", api_key: "phx_canary", ...settings };
  const parts: CallParts = {
    account: new Account({ environment: PROCESS_ENVIRONMENT, clock: systemClock }, block),
    report: { warn: say("warn"), info: say("info"), status: say("status") },
    signal: new AbortController().signal,
  };
  return { told, parts, tell: say("told") };
}

const block = (values: Values) =>
  encodeValue({ organization_id: null, box_color: null, coats: null, more: null, ...values });
const RED = block({ box_color: "red", more: '{"b":[1]}' });
const WHOLE = { organizationId: "o1", boxColor: "red", coats: 2, more: { b: [1] } };

const WRONG: readonly (readonly [Values, readonly string[]])[] = [
  [{}, ["box_color"]],
  [{ box_color: "green" }, ["box_color"]],
  [{ box_color: "red", coats: "many", more: "no JSON" }, ["coats", "more"]],
];

/** The attributes at which problems are. */
const placesOf = (diagnostics: readonly Values[]): unknown[] =>
  diagnostics.map(({ attribute }) => (attribute as { steps: { attributeName: string }[] }).steps[0]?.attributeName); // -- each names one

describe("a function that writes, as an action", () => {
  test("says in its plan what it would do, and sends nothing", async () => {
    for (const [isPlanned, words] of [
      [true, "paint 2 coats of red"],
      [false, "call orgform_paint_boxes"],
    ] as const) {
      const { definition, ran } = painting({}, { isPlanned });
      const { parts, told } = startCall();
      expect(await new FunctionAction(definition).plan(RED, parts)).toEqual([]);
      expect(told).toEqual([`info: orgform_paint_boxes would ${words}`]);
      expect(ran).toEqual([]);
    }
  });

  test("says nothing about values that only the apply tells", async () => {
    const { definition, ran } = painting();
    for (const [settings, config] of [
      [{ organization_id: "o1" }, block({ box_color: UNKNOWN })],
      [{ organization_id: "o1" }, block({ box_color: "red", more: UNKNOWN })],
      [{ organization_id: UNKNOWN }, RED],
    ] as const) {
      const { parts, told } = startCall(settings);
      expect([await new FunctionAction(definition).plan(config, parts), told]).toEqual([[], []]);
    }
    expect(ran).toEqual([]);
  });

  test("runs with its arguments in the form of the function, and tells how far it is", async () => {
    const { definition, ran } = painting();
    const { parts, told, tell } = startCall();
    expect(await new FunctionAction(definition).invoke(RED, parts, tell)).toEqual([]);
    expect([ran, told]).toEqual([[WHOLE], ["told: half | of it"]]);
    const own = block({ organization_id: "o2", box_color: "blue", coats: 1 });
    await new FunctionAction(definition).invoke(own, parts, tell);
    expect(ran.at(-1)).toEqual({ organizationId: "o2", boxColor: "blue", coats: 1 });
  });

  test.each(WRONG)("with %j says at its arguments what is wrong, and does nothing", async (values, places) => {
    const { definition, ran } = painting();
    const { parts, told, tell } = startCall();
    const action = new FunctionAction(definition);
    const config = block(values);
    for (const found of [
      await action.validate(config, parts),
      await action.plan(config, parts),
      await action.invoke(config, parts, tell),
    ])
      expect(placesOf(found)).toEqual(places);
    expect([ran, told]).toEqual([[], []]);
  });

  test("is valid while the organization can still come from the provider's block", async () => {
    const { definition } = painting();
    const { parts } = startCall({});
    expect(await new FunctionAction(definition).validate(RED, parts)).toEqual([]);
    expect(placesOf(await new FunctionAction(definition).plan(RED, parts))).toEqual(["organization_id"]);
  });

  test("passes on the failure of a run", async () => {
    const { definition } = painting({ run: () => Promise.reject(new Error("no paint")) });
    const { parts, tell } = startCall();
    const { message } = await failureOf(new FunctionAction(definition).invoke(RED, parts, tell));
    expect(message).toContain("no paint");
  });
});

describe("a function that reads, as a data source", () => {
  const READS = { effect: "read" } as const;

  test("has its arguments as they were written, and its result", async () => {
    const { definition, ran } = painting(READS, { isPlanned: false });
    const { parts, told } = startCall();
    const { state, diagnostics } = await new FunctionSource(definition).read(RED, parts);
    expect(diagnostics).toBeUndefined();
    expect(decodeValue(state)).toEqual({
      organization_id: null,
      box_color: "red",
      coats: null,
      more: '{"b":[1]}',
      result: { painted_boxes: 7, why: null, seen: '{"a":["é"]}' },
    });
    expect([ran, told]).toEqual([[WHOLE], ["status: half | of it"]]);
  });

  test("has all rows, in their order", async () => {
    const rows = [
      { paintedBoxes: 2, why: "é" },
      { paintedBoxes: 1, seen: null },
    ];
    const give = async function* () {
      yield* await Promise.resolve(rows);
    };
    const { definition } = painting({ ...READS, rows: give }, { isPlanned: false, isRun: false });
    const { state } = await new FunctionSource(definition).read(block({ box_color: "red" }), startCall().parts);
    expect(decodeValue(state)).toMatchObject({
      items: [
        { painted_boxes: 2, why: "é", seen: null },
        { painted_boxes: 1, why: null },
      ],
    });
    expect(decodeValue(state)).not.toHaveProperty("result");
  });

  test.each(WRONG)("with %j says at its arguments what is wrong, and asks nothing", async (values, places) => {
    const { definition, ran } = painting(READS, { isPlanned: false });
    const { parts } = startCall();
    const source = new FunctionSource(definition);
    const { state, diagnostics } = await source.read(block(values), parts);
    expect([state, placesOf(diagnostics as readonly Values[])]).toEqual([undefined, places]); // -- problems
    expect(placesOf(await source.validate(block(values), parts))).toEqual(places);
    expect(ran).toEqual([]);
  });
});

test("what the plan of an action says is in the engine's own log, and no call of it asks the service", async () => {
  const lines: string[] = [];
  const log = (level: string, text: string): void => void lines.push(`${level}: ${text}`);
  const process = new TerraformProcess({ environment: PROCESS_ENVIRONMENT, clock: systemClock, log });
  await process.configure({ host: "http://127.0.0.1:1", apiKey: "phx_canary" });
  const given = { project_id: "@current", distinct_ids: ["ada", "é|"], confirm: "2" };
  const request = { actionType: "orgform_bulk_delete_persons", config: encodeValue(given) };
  expect((await process.call("PlanAction", request)).diagnostics).toEqual([]);
  expect(lines).toEqual([expect.stringMatching(/^info: orgform_bulk_delete_persons would delete 2 persons/u)]);
});
