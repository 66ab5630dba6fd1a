import { expect, test } from "@jest/globals";

import { driftReport } from "../support/drift-report.ts";
import { IgnoreRules } from "../../src/cli/drift/ignore.ts";
import { readState } from "../../src/cli/state/read-state.ts";
import type { Entry } from "../support/engine-under-test.ts";
import { checked, created, describeRows, type Fixture, settled } from "../support/conformance-table.ts";
import { pulumiState, type StoredObject, terraformState } from "../support/state-files.ts";
import type { Values } from "../../src/model/json-value.ts";

/** Nothing that is declared nowhere is of interest here. */
const NO_STRANGERS = new IgnoreRules("* *", "rules");

const STATE_FILES: Readonly<Record<string, (objects: readonly StoredObject[]) => string>> = {
  "pulumi-dynamic": (objects) => pulumiState(objects, { clear: true }),
  "pulumi-plugin": (objects) => pulumiState(objects, { clear: true, plugin: true }),
  terraform: terraformState,
};

/** What drift finds in the state of one object. */
async function driftOf({ engine, world, row }: Fixture, entry: Entry, inputs: Values) {
  const { resource } = row;
  const text = STATE_FILES[engine.name]?.([{ resource, name: "one", entry, inputs }]) ?? "";
  const settings = { host: world.sandbox.host, apiKey: world.apiKey };
  const { changed, missing, unchecked } = await driftReport(readState(text, engine.name), settings, NO_STRANGERS);
  return { changed, missing, unchecked };
}

const NOTHING = { changed: [], missing: [], unchecked: [] };

describeRows(
  (fixture) => {
    const { row } = fixture;

    test.each(["least", "most"])("an import leaves no drift of a program that declares the %s", async (extent) => {
      const declared = extent === "most" ? fixture.full : fixture.minimal;
      const made = extent === "most" ? await settled(fixture) : await created(fixture, declared);
      const run = fixture.start();
      const imported = await run.find(row.resource, made.entry.id);
      if (imported === undefined) throw new Error("it was not found");
      const inputs = await checked(run, row, declared, imported.inputs);
      expect(await driftOf(fixture, imported, inputs)).toEqual(NOTHING);
      const refreshed = await fixture.start().read(row.resource, imported);
      expect(await driftOf(fixture, refreshed ?? imported, inputs)).toEqual(NOTHING);
    });
  },
  () => true,
  { furtherEngines: "one" },
);
