import { describe, expect, test } from "@jest/globals";

import { pictureOfExample } from "../../../scripts/gen/example-picture.ts";
import { resources } from "../../../src/catalog/resources/index.ts";
import type { RecordedObject } from "../../../src/driver/driver.ts";
import { pathText } from "../../../src/model/field-path.ts";
import { isUnknown } from "../../../src/model/picture/known.ts";
import type { Declared } from "../../../src/model/picture/picture.ts";
import { secretPaths } from "../../../src/model/secret-texts.ts";
import { pictureWithState } from "../../../src/picture/picture-with-state.ts";

const PICTURE = pictureOfExample({ organization: { organizationId: "o1" } });

const stored = (resource: string, changes: Partial<RecordedObject> = {}): RecordedObject => ({
  resource,
  address: `${resource}.x`,
  // An organization is the pictured one by its ID.
  id: "o1",
  state: { organizationId: "o1" },
  inputs: { organizationId: "o1" },
  unreadable: [],
  fingerprints: {},
  ...changes,
});

/** What the code declares, by the objects of a state. */
function declaredBy(...objects: readonly RecordedObject[]): Declared["objects"] {
  const { declared } = pictureWithState(PICTURE, { engine: "terraform", objects });
  if (isUnknown(declared)) throw new Error(declared.unknown);
  return declared.objects;
}

/** A value with a member at a path. */
const valueWith = (path: readonly string[], value: unknown): unknown =>
  path.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);

const SECRETS = resources.flatMap((definition) =>
  secretPaths(definition).map((path) => [definition.name, pathText(path), path] as const),
);

describe.each(SECRETS)("the secret of %s in %s", (resource, text, path) => {
  const secretsOf = (changes: Partial<RecordedObject>): readonly string[] =>
    declaredBy(stored(resource, changes)).flatMap(({ inlineSecrets }) => inlineSecrets);
  const around = path.slice(0, -1).map((_name, index) => pathText(path.slice(0, index + 1)));

  test("is in the code if the state has it in plain text, or hides it or something around it", () => {
    const inputs = { organizationId: "o1", ...(valueWith(path, "canary") as object) };
    expect(secretsOf({ inputs })).toEqual([text]);
    expect(secretsOf({ fingerprints: { [text]: "hash" } })).toEqual([text]);
    for (const unreadable of [text, ...around]) expect(secretsOf({ unreadable: [unreadable] })).toContain(text);
  });

  test("isn't in the code if the state has only something that begins alike", () => {
    expect(secretsOf({})).toEqual([]);
    for (const one of [text, ...around]) expect(secretsOf({ unreadable: [`${one}s`, one.slice(0, -1)] })).toEqual([]);
  });
});

test("there are secrets, also within blocks", () => {
  expect(SECRETS.some(([, , { length }]) => length > 1)).toBe(true);
});

test("a picture with a state shows what is declared there, functions too, and what lives as before", () => {
  const objects = [
    stored("Project", { address: "a", inputs: { organizationId: "o1", deletionProtection: true } }),
    stored("Project", { address: "b", state: { organizationId: "o2" }, inputs: { organizationId: "o2" } }),
    stored("ExportPersons", { address: "c", unreadable: ["samlX509Cert"] }),
  ];
  const shown = pictureWithState(PICTURE, { engine: "terraform", objects });
  expect(shown).toEqual({
    ...PICTURE,
    declared: {
      engine: "terraform",
      resourceNames: ["ExportPersons", "Project"],
      objects: [
        { resourceName: "Project", address: "a", id: "o1", deletionProtection: true, inlineSecrets: [] },
        { resourceName: "ExportPersons", address: "c", id: "o1", deletionProtection: null, inlineSecrets: [] },
      ],
    },
  });
});
