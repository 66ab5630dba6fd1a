import { expect, test } from "@jest/globals";

import { plan } from "../../../src/driver/driver.ts";
import { refuseSecondDeclaration } from "../../../src/driver/plan/declared-twice.ts";
import { Declarations } from "../../../src/driver/session/declarations.ts";
import { box, failureOf, startDriver } from "../../support/fake-resources.ts";
import { FakeService } from "../../support/fake-service.ts";

const one = { organizationId: "o1", name: "a", color: "red", combination: "1234", isProtected: true };

async function refusal(other: Readonly<Record<string, unknown>>, names = ["box.first", "box.second"]): Promise<string> {
  const { context } = startDriver(new FakeService());
  const among = new Declarations();
  const declare = async (inputs: Readonly<Record<string, unknown>>, key: number): Promise<void> => {
    const name = names[key];
    const declaration = { among, key: String(key), ...(name === undefined ? {} : { name }) };
    refuseSecondDeclaration(box, { organizationId: "o1" }, inputs, { ...context, declaration });
  };
  await declare(one, 0);
  return (await failureOf(declare({ ...one, ...other }, 1))).message;
}

test.each([
  [{}, "They're equal."],
  [{ color: "blue" }, "They differ in color."],
  [{ color: undefined, isProtected: false }, "They differ in color, isProtected."],
  // A secret is named, and isn't shown.
  [{ combination: "4321" }, "They differ in combination."],
])("a second declaration with %j is told how it differs from the first", async (other, told) => {
  expect(await refusal(other)).toBe(
    `Declared twice: Box "a"\nbox.first and box.second declare the same Box: organizationId "o1", name "a". ${told}\nRemove one of the two declarations.`,
  );
});

test("declarations without names are two", async () => {
  expect(await refusal({}, ["box.first"])).toContain("\nTwo declarations declare the same Box:");
});

test.each([
  ["and changes, is the same declaration asked about again, as for a replacement", "blue", undefined],
  ["and stays, is another declaration", "red", "claimed_twice"],
])("where an engine tells no keys, a new object with the key of one that it has %s", async (_title, color, code) => {
  const { context } = startDriver(new FakeService());
  const declaring = { ...context, declaration: { among: new Declarations() } };
  const prior = { id: "o1/b1", state: { ...one, color, boxId: "b1", stateVersion: 1 } };
  await plan(box, one, () => declaring, prior);
  const again = async (): Promise<string> => {
    refuseSecondDeclaration(box, { organizationId: "o1" }, one, declaring);
    return "";
  };
  expect(await again().catch((error: { code: string }) => error.code)).toBe(code ?? "");
});

test.each([
  ["b1", "b1", 'adopt "b1"'],
  ["b1", "b2", undefined],
])("two objects that adopt %s and %s are one if the same is named", async (first, second, told) => {
  const { context } = startDriver(new FakeService());
  const among = new Declarations();
  const declare = async (adopt: string, name: string): Promise<void> =>
    refuseSecondDeclaration(
      box,
      { organizationId: "o1" },
      { ...one, name, adopt },
      {
        ...context,
        declaration: { among, key: adopt + name, name },
      },
    );
  await declare(first, "x");
  const message = await declare(second, "y").then(
    () => undefined,
    (error: Error) => error.message,
  );
  expect(message).toBe(
    told &&
      `Declared twice: Box "y"\nx and y declare the same Box: ${told}. They differ in name.\nRemove one of the two declarations.`,
  );
});
