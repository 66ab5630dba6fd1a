import { expect, test } from "@jest/globals";
import { hookOf } from "../../src/model/hook-of.ts";

import type { EngineRun } from "../support/engine-under-test.ts";
import { checked, created, definitionOf, describeRows } from "../support/conformance-table.ts";
import { requestsOf } from "../support/scenario-world.ts";
import type { Values } from "../../src/model/json-value.ts";
import { printed } from "../../src/model/messages.ts";
import { declaredTitleOf } from "../../src/model/title.ts";

const warningsOf = ({ messages }: EngineRun): string[] =>
  messages.filter(({ severity }) => severity === "warn").map(({ text }) => text);

describeRows(
  (fixture) => {
    const { row, definition } = fixture;
    const { resource } = row;
    const deferrable = hookOf(definition, "deferredFields")?.inputs ?? [];
    const deferred = (inputs: Values): string =>
      `Settings of ${printed(declaredTitleOf(definition, inputs))} are deferred: ${deferrable.join(", ")}, as ${printed(hookOf(definition, "deferredFields")?.reason ?? "")}.`;

    test("defers settings on create, and says so in a warning and in state", async () => {
      const run = fixture.start();
      const inputs = await checked(run, row, fixture.full);
      const entry = await run.create(resource, inputs);
      expect(entry.state).toMatchObject({ ...inputs, heldBack: deferrable });
      expect(warningsOf(run)).toEqual([`${deferred(inputs)} The first update after that sets them.`]);
    });

    test("shows no difference while the precondition is not met, and warns", async () => {
      const { entry, inputs } = await created(fixture, fixture.full);
      const run = fixture.start();
      expect(await run.diff(resource, entry, inputs)).toEqual({ changes: false, replaces: [] });
      expect(warningsOf(run)).toEqual([deferred(inputs)]);
      const read = await fixture.start().read(resource, entry);
      expect(read).toEqual({ ...entry, inputs });
    });

    test("sets what was deferred once the precondition is met, with one PATCH, and is quiet afterwards", async () => {
      const { entry, inputs } = await created(fixture, fixture.full);
      row.ripen?.(fixture.world, entry.id);
      const run = fixture.start();
      expect(await run.diff(resource, entry, inputs)).toEqual({ changes: true, replaces: [] });
      fixture.world.sandbox.control.clearRequests();
      const after = await run.update(resource, entry, inputs);
      // Leaves out requests that only a preview of other fields sends.
      expect(requestsOf(fixture.world)).toEqual(row.requests.update.slice(row.previewRequests?.length ?? 0));
      const { heldBack: _held, ...whole } = entry.state;
      expect(after.state).toEqual(whole);
      const next = fixture.start();
      expect(await next.diff(resource, after, inputs)).toEqual({ changes: false, replaces: [] });
      expect(warningsOf(next)).toEqual([]);
    });
  },
  ({ resource }) => hookOf(definitionOf(resource), "deferredFields") !== undefined,
);
