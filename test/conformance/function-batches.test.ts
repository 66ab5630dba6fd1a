import { describe, expect, test } from "@jest/globals";

import { type IncompleteCallError, isIncompleteCall } from "../../src/model/diagnostics.ts";
import type { CallContext } from "../../src/model/call-context.ts";
import type { Values } from "../../src/model/json-value.ts";
import { TABLE_DIALECTS } from "../support/dialects.ts";
import { callWith, type FunctionWorld } from "../support/functions/function-world.ts";
import { fixtureOf, failureOf, functionNamed } from "../support/functions/table.ts";
import { writesOf } from "../support/scenario-world.ts";
import { printed } from "../../src/model/messages.ts";

const bulkDelete = functionNamed("bulkDeletePersons");
const bulkInvite = functionNamed("bulkCreateInvites");
const REFUSAL = { type: "validation_error", code: "invalid_input", detail: "Not now.", attr: null };

/** 2,500 distinct IDs: Bob's is in the first batch of a thousand, Ada's in the second. */
const MANY = Array.from({ length: 2_500 }, (_, at) => (at === 10 ? "bob" : at === 1_500 ? "ada" : `nobody-${at}`));

/** The number of persons after the service has finished the deletions that it only queues in 2026. */
const personsLeft = ({ sandbox, seeded }: FunctionWorld): number => {
  sandbox.control.advanceClock(180);
  return (sandbox.control.call("GET", `persons?project=${seeded.projectId}`) as unknown[]).length;
};

/** How often each outcome is in a report. */
function outcomesIn(report: Values): Record<string, number> {
  const items = report["items"] as readonly { readonly outcome: string }[];
  const counts: Record<string, number> = {};
  for (const { outcome } of items) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}

describe.each(TABLE_DIALECTS)("in dialect %s, a function on many things", (dialect) => {
  const fixture = fixtureOf(dialect);
  const args = () => ({ projectId: fixture().seeded.projectId, distinctIds: MANY });

  test("sends 2,500 ids in three calls, says how far it is and reports each of them", async () => {
    const world = fixture();
    const context = world.context();
    const said: string[] = [];
    const result = await callWith(bulkDelete, args(), {
      ...context,
      report: { ...context.report, status: (text) => said.push(printed(text)) },
    });
    expect(writesOf(world)).toHaveLength(3);
    expect(said).toEqual(["1000 of 2500 persons", "2000 of 2500 persons"]);
    expect([result["requested"], outcomesIn(result)]).toEqual([2_500, { accepted: 2_500 }]);
    expect(personsLeft(world)).toBe(0);
  });

  test("counts and sends an id that is given twice once", async () => {
    const distinctIds = ["bob", "bob", "nobody"];
    const result = await callWith(bulkDelete, { ...args(), distinctIds, confirm: "2" }, fixture().context());
    expect(result["requested"]).toBe(2);
  });

  test("reports what was done when the second call is refused, and goes on when it is called again", async () => {
    const world = fixture();
    world.sandbox.control.addFault({ kind: "status", status: 400, body: REFUSAL, method: "POST", nth: 2 });
    const error = await failureOf(callWith(bulkDelete, args(), world.context()));
    if (!isIncompleteCall(error)) throw error;
    expect(error.code).toBe("call_incomplete");
    expect(error.message).toMatch(
      /carried out in part\n.*Not now\..*\nTo continue, call again with the same arguments\.$/u,
    );
    expect(outcomesIn(error.report)).toEqual({ accepted: 1_000, failed: 1_000, "not attempted": 500 });
    expect((error.report["items"] as unknown[])[1_500]).toEqual({ id: "ada", outcome: "failed" });
    expect(personsLeft(world)).toBe(1);
    expect(outcomesIn(await callWith(bulkDelete, args(), world.context()))).toEqual({ accepted: 2_500 });
    expect(personsLeft(world)).toBe(0);
  });

  test("fails as a whole when the first call is refused", async () => {
    const world = fixture();
    world.sandbox.control.addFault({ kind: "status", status: 400, body: REFUSAL, method: "POST" });
    const error = await failureOf(callWith(bulkDelete, args(), world.context()));
    expect([isIncompleteCall(error), error.message.split("\n")[0]]).toEqual([
      false,
      "Could not call bulkDeletePersons",
    ]);
    expect(personsLeft(world)).toBe(2);
  });

  test("sends a call again whose answer was lost, wherever in the row it stands", async () => {
    const world = fixture();
    world.sandbox.control.addFault({ kind: "reset-after", method: "POST", nth: 2 });
    expect(outcomesIn(await callWith(bulkDelete, args(), world.context()))).toEqual({ accepted: 2_500 });
    expect([writesOf(world).length, personsLeft(world)]).toEqual([4, 0]);
  });

  test("deletes a person of whom two distinct ids are given", async () => {
    const world = fixture();
    await callWith(bulkDelete, { ...args(), distinctIds: ["ada", "ada-2", "bob"] }, world.context());
    expect(personsLeft(world)).toBe(0);
  });

  test("invites all but the one address that the service refuses, and names it", async () => {
    const world = fixture();
    const emails = [...Array.from({ length: 24 }, (_, at) => `p${at}@acme.example`), "bad@acme-.example"];
    const invite = { organizationId: world.seeded.organizationId, emails };
    const error = await failureOf(callWith(bulkInvite, invite, world.context()));
    if (!isIncompleteCall(error)) throw error;
    expect(outcomesIn(error.report)).toEqual({ invited: 24, failed: 1 });
    expect(error.message).toMatch(/\nbad@acme-\.example: .*valid email address/u);
    const invites = world.sandbox.control.call("GET", "invites") as Values[];
    expect(invites).toHaveLength(25);
    const again = await failureOf(callWith(bulkInvite, invite, world.context()));
    if (!isIncompleteCall(again)) throw again;
    expect(outcomesIn(again.report)).toEqual({ "invited before": 24, failed: 1 });
  });
});

describe("the summary of later services", () => {
  type Fault = string | { readonly person_uuid: string; readonly step: string };
  const summary = (errors: readonly Fault[]) => ({
    persons_found: 2,
    persons_deleted: 2 - errors.length,
    deletion_errors: errors.map((one) => (typeof one === "string" ? { person_uuid: one } : one)),
  });
  const run = (errors: readonly Fault[], args: Values): Promise<Values> =>
    Promise.resolve(
      bulkDelete.run?.(args, {
        api: { persons: { bulkDelete: () => Promise.resolve(summary(errors)) } },
        options: {} as CallContext, // -- the function hands it on
        pageSize: 1_000,
        progress: () => undefined,
        now: () => 0,
        sleep: () => Promise.resolve(),
      }),
    ).then((result) => result as Values);

  test("is passed on", async () => {
    expect(await run([], { projectId: "1", ids: ["a", "b"] })).toMatchObject({ requested: 2, found: 2, deleted: 2 });
  });

  test("names persons that could not be deleted, by whatever id they were given", async () => {
    const byId = (await failureOf(run(["b"], { projectId: "1", ids: ["a", "b"] }))) as IncompleteCallError;
    const withStep = await failureOf(run([{ person_uuid: "b", step: "events" }], { projectId: "1", ids: ["a", "b"] }));
    expect(withStep.message).toContain("The service could not delete these persons: b (failed at events).");
    expect(outcomesIn(byId.report)).toEqual({ accepted: 1, failed: 1 });
    const byDistinctId = await failureOf(run(["b"], { projectId: "1", distinctIds: ["x", "y"] }));
    expect(byDistinctId.message).toContain("The service could not delete these persons: b.");
  });
});
