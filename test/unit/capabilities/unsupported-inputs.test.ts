import { describe, expect, test } from "@jest/globals";

import { unsupportedInputs } from "../../../src/capabilities/unsupported-inputs.ts";
import { message } from "../../../src/model/messages.ts";
import { UNKNOWN } from "../../../src/model/unknown.ts";
import { field } from "../../../src/model/field.ts";
import { z } from "zod";
import { failureOf, orgOf, plain } from "../../support/fake-resources.ts";
import type { Row } from "../../support/fake-service.ts";
import { DECLARED, madeUp } from "../../support/made-up-resource.ts";

const declared = { ...DECLARED, lid: "flat" };

/** A box with a lid, which the service doesn't support. Another box shows that. */
function lidless(isHarmless = false) {
  const made = madeUp(
    [
      unsupportedInputs({
        inputs: ["lid"],
        isUnsupported: (wire: Row) => wire["lid"] === undefined,
        ...(isHarmless ? { isHarmless: true } : {}),
        advice: message`Leave the lid out.`,
      }),
    ],
    {
      inputs: { lid: field(z.string().optional(), { doc: "Lid.", serviceDefault: "none" }) },
      toWire: ({ organizationId: _owner, boxId: _id, lid: _lid, ...body }) => body,
      outputs: plain.outputs,
      // The service's own behavior, if declared.
      fromWire: ({ id, ...wire }: Row, at, declared = {}) => ({
        ...(declared["lid"] === "none" ? { lid: "none" } : {}),
        ...wire,
        organizationId: orgOf(at),
        boxId: id,
      }),
    },
  );
  made.service.seed({ name: "other" });
  return made;
}

/** A box from the time when the service still had lids. */
function kept(isHarmless = false) {
  const made = lidless(isHarmless);
  made.service.seed({ name: "a", color: "red" });
  return { ...made, prior: { id: "o1/b2", state: { ...declared, boxId: "b2", stateVersion: 1 } } };
}

describe("an input that the service does not take", () => {
  test("is refused in the preview of a new object, and by its create, and nothing is sent", async () => {
    const { service, start } = lidless();
    for (const attempt of [() => start().previewNew(declared), () => start().ensure(declared)]) {
      const failure = await failureOf(attempt());
      expect(failure["code"]).toBe("unsupported_setting");
      expect(failure.message).toMatch(
        /Box "a" has a setting that this service lacks\nThe service doesn't accept lid\. Leave the lid out\.$/u,
      );
    }
    expect(service.writes).toEqual([]);
  });

  test("may be given as what every service does", async () => {
    const { start } = lidless();
    expect((await start().ensure({ ...declared, lid: "none" })).id).toBe("o1/b2");
  });

  test("stays in state where it is held, while other inputs are changed", async () => {
    const { service, start, prior } = kept();
    const run = start();
    expect((await run.preview(declared, prior)).changes).toEqual([]);
    const { state } = await run.ensure({ ...declared, color: "blue" }, prior);
    expect(state).toMatchObject({ lid: "flat", color: "blue" });
    expect(service.bodies).toEqual([{ color: "blue" }]);
    expect(run.warnings()).toEqual([
      "lid of Box b2 stay only in the state, because the service no longer has them. Leave the lid out.",
    ]);
  });

  test("costs no look at the service where it stays, or while something is unknown", async () => {
    const { start, prior, requests } = kept();
    requests();
    await start().preview({ ...declared, color: "blue" }, prior);
    await start().preview({ ...declared, lid: "round", color: UNKNOWN }, prior);
    expect(requests()).toEqual([]);
  });

  test("is refused where it changes, in the preview and in the update", async () => {
    const { service, start, prior } = kept();
    const changed = { ...declared, lid: "round" };
    for (const attempt of [() => start().preview(changed, prior), () => start().ensure(changed, prior)]) {
      expect((await failureOf(attempt()))["code"]).toBe("unsupported_setting");
    }
    expect(service.writes).toEqual([]);
  });

  test("is refused where its object is replaced by a new one, and what is left out isn't", async () => {
    const { start, prior } = kept();
    const { lid: _lid, ...without } = declared;
    const moved = { organizationId: "o2" };
    expect((await failureOf(start().preview({ ...declared, ...moved }, prior)))["code"]).toBe("unsupported_setting");
    expect((await start().preview({ ...without, ...moved }, prior)).changes.map(({ path }) => path)).toContain(
      "organizationId",
    );
  });

  test("is given to the service where neither another object nor a rule for the parent says that it's lacking", async () => {
    const { service, start, requests } = lidless();
    service.rowsOf("o1").clear();
    requests();
    await start().previewNew(declared);
    expect(requests()).toEqual(["list o1"]);
    expect((await failureOf(start().ensure(declared))).message).toContain("has a setting that this service lacks");
    expect(service.writes).toEqual(["create a"]);
  });

  test("is left out of state when it leaves the program", async () => {
    const { service, start, prior } = kept();
    expect((await start().ensure(DECLARED, prior)).state["lid"]).toBeUndefined();
    expect(service.writes).toEqual([]);
  });
});

describe("one on which nothing depends", () => {
  test("is only stored, with a warning, when it is new or changes", async () => {
    const { service, start, prior } = kept(true);
    const run = start();
    expect((await run.ensure({ ...declared, lid: "round" }, prior)).state["lid"]).toBe("round");
    expect(service.writes).toEqual([]);
    expect(run.warnings()).toHaveLength(1);
  });
});
