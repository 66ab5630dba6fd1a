import { describe, expect, test } from "@jest/globals";

import { resolvedOutputs } from "../../../src/capabilities/resolved-outputs.ts";
import { field } from "../../../src/model/field.ts";
import { z } from "zod";
import { failureOf, orgOf, plain } from "../../support/fake-resources.ts";
import { apiError, lostAnswer, type Row } from "../../support/fake-service.ts";
import { DECLARED, madeUp } from "../../support/made-up-resource.ts";

/** A box whose shelf nothing of the box shows. */
function shelved(answers: readonly (Error | string)[]) {
  const left = [...answers];
  const asked: unknown[] = [];
  const made = madeUp(
    [
      resolvedOutputs({
        names: ["shelf"],
        resolve: (_service, at) => {
          asked.push(at);
          const answer = left.shift();
          return typeof answer === "string"
            ? Promise.resolve({ shelf: answer })
            : Promise.reject(answer ?? new Error());
        },
      }),
    ],
    {
      outputs: { ...plain.outputs, shelf: field(z.string().optional(), { doc: "Shelf." }) },
      fromWire: ({ id, ...wire }: Row, at) => ({
        ...wire,
        organizationId: orgOf(at),
        boxId: id,
        shelf: at["shelf"],
      }),
    },
  );
  return { ...made, asked };
}

describe("an output that neither the object nor its id shows", () => {
  test("is resolved once, when the object is made, and kept from then on", async () => {
    const { start, asked } = shelved(["top"]);
    const stored = await start().ensure();
    expect(stored.state["shelf"]).toBe("top");
    expect((await start().read(stored))?.state["shelf"]).toBe("top");
    expect((await start().ensure({ ...DECLARED, color: "blue" }, stored)).state["shelf"]).toBe("top");
    expect(asked).toHaveLength(1);
  });

  test("is resolved when the object is imported", async () => {
    const { service, start } = shelved(["top"]);
    service.seed({ name: "a" });
    expect((await start().find("o1/b1")).state["shelf"]).toBe("top");
  });

  test.each([
    ["a refusal", apiError({ category: "permission", status: 403 })],
    ["a lost answer", lostAnswer()],
  ])("is left out after %s, and resolved by the next update", async (_what, error) => {
    const { start } = shelved([error, "top"]);
    const stored = await start().ensure();
    expect(stored.state["shelf"]).toBeUndefined();
    expect((await start().ensure({ ...DECLARED, color: "blue" }, stored)).state["shelf"]).toBe("top");
  });

  test("does not hide a mistake of our own", async () => {
    const { start } = shelved([new TypeError("undefined is not a function")]);
    expect((await failureOf(start().ensure())).message).toContain("undefined is not a function");
  });
});
