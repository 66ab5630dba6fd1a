import { describe, expect, test } from "@jest/globals";

import { adoption } from "../../../src/capabilities/adoption.ts";
import { nestedName } from "../../../src/capabilities/nested-name.ts";
import { refuseSecondDeclaration } from "../../../src/driver/plan/declared-twice.ts";
import { Declarations } from "../../../src/driver/session/declarations.ts";
import type { AnyResource } from "../../../src/model/definition.ts";
import type { Values } from "../../../src/model/json-value.ts";
import { printed } from "../../../src/model/messages.ts";
import { declaredTitleOf } from "../../../src/model/title.ts";
import { containsUnknown, UNKNOWN } from "../../../src/model/unknown.ts";
import { box, fakeBox, startDriver } from "../../support/fake-resources.ts";
import { FakeService } from "../../support/fake-service.ts";
import { DECLARED } from "../../support/made-up-resource.ts";

/** A box that people know by its name and its color. */
const naming = nestedName({
  of: ({ name, color }) => `${String(name)} in ${String(color)}`,
  isKnown: ({ color }) => !containsUnknown(color),
});
const colored = fakeBox({ capabilities: [naming] });

/** Why a preview refuses two declarations together; undefined if it accepts them. */
function refusal(definition: AnyResource, ...declared: readonly Values[]): string | undefined {
  const { context } = startDriver(new FakeService());
  const among = new Declarations();
  try {
    for (const [index, inputs] of declared.entries()) {
      const declaration = { among, key: String(index), name: `box.${String(index)}` };
      refuseSecondDeclaration(definition, { organizationId: "o1" }, inputs, { ...context, declaration });
    }
  } catch (error) {
    return (error as Error).message;
  }
  return undefined;
}

const BLUE = { ...DECLARED, color: "blue" };

describe("a name that follows from several inputs", () => {
  test("is what a summary calls the object", () => {
    expect(printed(declaredTitleOf(colored, DECLARED))).toBe('Box "a in red"');
    expect(printed(declaredTitleOf(box, DECLARED))).toBe('Box "a"');
  });

  test("belongs to the natural key", () => {
    expect(refusal(box, DECLARED, BLUE)).toMatch(/^Declared twice: Box "a"\n/u);
    expect(refusal(colored, DECLARED, BLUE)).toBeUndefined();
    expect(refusal(colored, BLUE, BLUE)).toMatch(/^Declared twice: Box "a in blue"\nbox\.0 and box\.1 declare/u);
  });

  test("tells nothing until all is known that it follows from", () => {
    const unknown = { ...DECLARED, color: UNKNOWN };
    expect(refusal(colored, unknown, unknown)).toBeUndefined();
    expect(refusal(box, unknown, unknown)).toMatch(/^Declared twice/u);
  });

  test("two that the service would keep as one object are said to be one", () => {
    const shared = fakeBox({ capabilities: [naming, adoption({ isOverwritten: ({ color }) => color === "blue" })] });
    expect(refusal(shared, BLUE, BLUE)).toMatch(/The service keeps one object for both/u);
    expect(refusal(shared, DECLARED, DECLARED)).not.toMatch(/keeps one object/u);
  });
});
