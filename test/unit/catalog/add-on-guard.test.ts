import { expect, test } from "@jest/globals";

import { addOnGuard } from "../../../src/catalog/resources/batch-export/add-on-guard.ts";
import { batchExport } from "../../../src/catalog/resources/batch-export/batch-export.ts";
import type { Values } from "../../../src/model/json-value.ts";
import { printed } from "../../../src/model/messages.ts";
import { UNKNOWN } from "../../../src/model/unknown.ts";

const guard = addOnGuard(() => batchExport);
type Refuse = typeof guard.refuse;

/** What the guard says of a new export, and what it asked, in an organization with these fields. */
async function said(home: Values | undefined, inputs: Values = { organizationId: "o" }, hasList = true) {
  const asked: string[] = [];
  const answering =
    <T>(what: string, answer: T) =>
    (_list: unknown, { organizationId }: Values) => {
      asked.push(`${what} of ${String(organizationId)}`);
      return Promise.resolve(answer);
    };
  const call = { hasList: answering("exports", hasList), known: answering("organization", home) };
  const refuse = guard.refuse as unknown as (...parts: unknown[]) => ReturnType<Refuse>; // -- what of a call it asks
  const text = await refuse({ inputs, verb: "create" }, undefined, () => ({ call }));
  return { says: text === undefined ? undefined : printed(text), asked };
}

const BOTH = ["exports of o", "organization of o"];
const OTHERS = ["sso", { key: "data_pipelines_v2" }, { name: "data_pipelines" }, null];

test.each<[boolean, string, Values | undefined]>([
  [false, "shows no list of features", {}],
  [false, "shows features as null", { available_product_features: null }],
  [true, "shows an empty list of features", { available_product_features: [] }],
  [true, "shows other features", { available_product_features: OTHERS }],
  [false, "shows it by its key", { available_product_features: [...OTHERS, { key: "data_pipelines" }] }],
  [false, "shows it as a word", { available_product_features: [...OTHERS, "data_pipelines"] }],
  [false, "is of a newer service", { available_product_features: [], members_can_see_org_members: false }],
  [false, "is hidden", undefined],
])("lacks the add-on: %s, for an organization that %s", async (lacks, _what, home) => {
  const { says, asked } = await said(home);
  expect(says?.split("\n")).toEqual(
    lacks
      ? [
          "The organization lacks the add-on for data pipelines (\"data_pipelines\" in its features), which this service requires for batch exports. The API key's scopes and the account's level don't matter for that.",
          "Subscribe to the add-on in the billing settings of the service's web interface, or remove the export from the program.",
        ]
      : undefined,
  );
  expect(asked).toEqual(BOTH);
});

test("nothing is asked of an organization that isn't known yet, or of one without exports", async () => {
  const home = { available_product_features: [] };
  for (const organizationId of [UNKNOWN, undefined]) {
    expect(await said(home, { organizationId })).toEqual({ says: undefined, asked: [] });
  }
  expect(await said(home, undefined, false)).toEqual({ says: undefined, asked: ["exports of o"] });
});

test("it warns before a creation, in the preview too", () => {
  expect(guard).toMatchObject({ on: ["create"], inPreview: true, needsObject: false });
});
