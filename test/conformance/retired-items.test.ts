import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";

import { systemClock } from "../../src/app/clock.ts";
import { Sessions } from "../../src/app/sessions.ts";
import { resources } from "../../src/catalog/resources/index.ts";
import { driftReport } from "../support/drift-report.ts";
import { textReport } from "../../src/cli/drift/formats/text.ts";
import { IgnoreRules } from "../../src/cli/drift/ignore.ts";
import { readState } from "../../src/cli/state/read-state.ts";
import { survey } from "../../src/driver/inventory/survey.ts";
import { STORY_ENGINES } from "../support/conformance-engine.ts";
import type { EngineRun, Entry } from "../support/engine-under-test.ts";
import { LONG_TIMEOUT } from "../support/scenario-faults.ts";
import { callWith } from "../support/functions/function-world.ts";
import { PIPELINE_ROWS } from "../support/functions/pipeline-rows.ts";
import { FUNCTION_ROWS } from "../support/functions/rows.ts";
import { failureOf, fixtureOf, functionNamed } from "../support/functions/table.ts";
import { SILENT_REPORT } from "../support/silent-report.ts";
import { pulumiState } from "../support/state-files.ts";
import { requestsOf, startWorld, type World, writesOf } from "../support/scenario-world.ts";
import type { Values } from "../../src/model/json-value.ts";

const RESOURCE = "Plugin";
const ROUTE = "/api/organizations/:organization_id/plugins/";
const ABSENT = { type: "invalid_request", code: "not_found", detail: "Endpoint not found.", attr: null };

describe.each(STORY_ENGINES.map((engine) => ({ name: engine.name, engine })))(
  "pipeline items that the service has no more, $name",
  ({ engine }) => {
    let world: World;

    beforeEach(async () => {
      world = await startWorld("2026-09");
    });
    afterEach(async () => world.sandbox.close());

    const start = (): EngineRun => world.start(engine, LONG_TIMEOUT);
    const made = async (further: Values): Promise<{ entry: Entry; inputs: Values }> => {
      const { organizationId } = world;
      const { inputs } = await start().check(RESOURCE, undefined, { organizationId, ...further });
      return { entry: await start().create(RESOURCE, inputs), inputs };
    };
    const saidBy = (run: EngineRun): string => run.messages.map(({ text }) => text).join("\n");
    const takeAway = (): void => {
      world.sandbox.control.changeSettings({ pipelineItems: false });
      world.sandbox.control.clearRequests();
    };

    test("stay in state when it is refreshed, with one look for all of them", async () => {
      const plain = await made({ name: "One" });
      const withCode = await made({ name: "Two", source: { "index.ts": "export const a = 1;\n" } });
      takeAway();
      const run = start();
      for (const { entry, inputs } of [plain, withCode, plain]) {
        expect(await run.read(RESOURCE, entry)).toEqual({ ...entry, inputs });
      }
      expect(saidBy(run)).toMatch(
        /The service no longer has resources such as Plugin [^]*Declare a HogFunction[^]*Remove it from the program/u,
      );
      expect(requestsOf(world)).toEqual(["GET /organizations/:id/plugins/", "GET /organizations/:id/"]);
      expect(await start().diff(RESOURCE, plain.entry, plain.inputs)).toEqual({ changes: false, replaces: [] });
    });

    test("are forgotten when they are destroyed", async () => {
      const { entry } = await made({ name: "One", isGlobal: true });
      takeAway();
      const run = start();
      await run.delete(RESOURCE, entry);
      expect(saidBy(run)).toMatch(/was removed from the state\. The service no longer has resources of this kind/u);
    });

    test("are refused in the preview of a new one, with what took their place", async () => {
      takeAway();
      const { problems } = await start()
        .check(RESOURCE, undefined, { organizationId: world.organizationId, name: "One" })
        .catch((error: unknown) => ({ problems: [String(error)] }));
      expect(problems.join("\n")).toMatch(/This service no longer has pipeline items\. Declare a HogFunction/u);
      expect(writesOf(world)).toEqual([]);
    });

    test.each([
      ["another word than the service's own", { body: { detail: "Endpoint not found." }, organization: 0 }],
      ["a service that does not show the organization", { body: ABSENT, organization: 403 }],
    ])("are an error, and stay in state, by %s", async (_name, { body, organization }) => {
      const { entry } = await made({ name: "One" });
      const { control } = world.sandbox;
      for (const route of [ROUTE, `${ROUTE}:id/`]) {
        control.addFault({ kind: "status", status: 404, body, route, times: 0 });
      }
      if (organization > 0) {
        const route = "/api/organizations/:id/";
        control.addFault({ kind: "status", status: organization, body: {}, method: "GET", route, times: 0 });
      }
      for (const act of [
        (run: EngineRun) => run.read(RESOURCE, entry),
        (run: EngineRun) => run.delete(RESOURCE, entry),
      ]) {
        const run = start();
        const refusal = await act(run).then(
          () => "nothing was refused",
          (error: unknown) => String(error),
        );
        expect(refusal).toMatch(/40[34]/u);
        expect(saidBy(run)).not.toMatch(/no longer has/u);
      }
    });
  },
);

describe("a service that has no pipeline items any more", () => {
  let world: World;

  beforeEach(async () => {
    world = await startWorld("2026-09");
    world.settleIn(world.organizationId);
  });
  afterEach(async () => world.sandbox.close());

  const takeAway = (): void => void world.sandbox.control.changeSettings({ pipelineItems: false });

  test("is no drift for a stack that has some, and the report says what took their place", async () => {
    const { organizationId } = world;
    const { id } = await world.send("POST", `organizations/${organizationId}/plugins/`, {
      name: "One",
      plugin_type: "source",
    });
    const inputs = { organizationId, name: "One" };
    const entry = { id: `${organizationId}/${String(id)}`, state: { ...inputs, itemId: String(id), stateVersion: 1 } };
    const stack = readState(pulumiState([{ resource: RESOURCE, name: "one", inputs, entry }]), "it");
    const settings = { host: world.sandbox.host, apiKey: world.apiKey };
    const rules = new IgnoreRules("Member *\nMembership *\nProject *", "rules");
    const before = await driftReport(stack, settings, rules);
    expect([before.outcome, before.retired]).toEqual(["clean", []]);
    takeAway();
    const report = await driftReport(stack, settings, rules);
    expect([report.outcome, report.changed, report.missing, report.unchecked]).toEqual(["clean", [], [], []]);
    expect(report.retired).toEqual([
      expect.objectContaining({
        resource: RESOURCE,
        reason: expect.stringMatching(/no longer has resources .* Declare a HogFunction/u),
      }),
    ]);
    expect(textReport(report, (_style, text) => text)).toMatch(
      /Gone from the service, kept in state[^]*Plugin .*one.*Declare a HogFunction/u,
    );
  });

  test("is adopted without them, and without a list that cannot be read", async () => {
    takeAway();
    const session = new Sessions(systemClock).of({ host: world.sandbox.host, apiKey: world.apiKey });
    const progress = { step: () => undefined, count: () => undefined };
    const context = { session, report: SILENT_REPORT, call: {} };
    const { objects, unread } = await survey(resources, world.organizationId, context, progress);
    expect(unread).toEqual([
      { what: "the pipeline items of the organization", reason: "this service doesn't have any" },
      {
        what: "the rules of single objects, such as of one dashboard",
        reason: "the service only shows them one object at a time; look at the objects that might have some",
      },
    ]);
    expect(objects.map(({ definition }) => definition.name)).not.toContain(RESOURCE);
  });
});

describe("functions on pipeline items", () => {
  const world = fixtureOf("2026-09");
  const lookUps = Object.keys(FUNCTION_ROWS).filter((name) => /^(?:get|list)(?:Plugins?|Pipeline\w+)$/u.test(name));
  const names = [...Object.keys(PIPELINE_ROWS), ...lookUps];

  test.each(names)("%s says that the service has none any more, and what took their place", async (name) => {
    const { sandbox, seeded, context } = world();
    sandbox.control.changeSettings({ pipelineItems: false });
    const args = FUNCTION_ROWS[name]?.args(seeded) ?? {};
    const { message } = await failureOf(callWith(functionNamed(name), args, context()));
    expect(message.split("\n").at(-1)).toMatch(
      /^The service no longer has this\. Declare a HogFunction in each project instead/u,
    );
  });
});
