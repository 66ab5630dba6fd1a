import { describe, expect, test } from "@jest/globals";
import { z } from "zod";

import { deferredFields } from "../../../../src/capabilities/deferred-fields.ts";
import { setAfterwards } from "../../../../src/capabilities/set-afterwards.ts";
import { unsupportedInputs } from "../../../../src/capabilities/unsupported-inputs.ts";
import { digestsOf, isAsSent, sentInputs } from "../../../../src/driver/creation/sent-values.ts";
import { Operation } from "../../../../src/driver/operation.ts";
import type { AnyResource } from "../../../../src/model/definition.ts";
import { field } from "../../../../src/model/field.ts";
import type { Values } from "../../../../src/model/json-value.ts";
import { box, fakeBox, startDriver } from "../../../support/fake-resources.ts";
import { FakeService, type Row } from "../../../support/fake-service.ts";

const at = { organizationId: "o1", boxId: "b1" };
const DECLARED = { organizationId: "o1", name: " a ", color: "red", combination: "1234", isProtected: true };

const text = (rules: object) => field(z.any().optional(), { doc: "A text.", ...rules });

/** A box with an input of each kind. */
const motley = fakeBox({
  inputs: {
    seal: text({}),
    hidden: text({ returned: "never" }),
    seldom: text({ returned: "sometimes" }),
    later: text({}),
  },
  capabilities: [
    deferredFields({ inputs: ["seal"], isMet: () => false, reason: "it is closed" }),
    setAfterwards("later"),
  ],
});
const MOTLEY = { ...DECLARED, seal: "s", hidden: "h", seldom: "r", later: "l" };

const operationOn = (definition: AnyResource, inputs: Values): Operation =>
  new Operation(definition, inputs, at, startDriver(new FakeService()).context);

/** Whether an object may come from a create of these inputs; the program may declare others by now. */
function isFrom(definition: AnyResource, sent: Values, row: object, now: Values = sent): boolean {
  const attempt = digestsOf(operationOn(definition, sent));
  return isAsSent(operationOn(definition, now), { wire: { id: "b1", ...row }, at, id: "o1/b1" }, attempt);
}

describe("a create sends", () => {
  test("what isn't Orgform's own, and isn't deferred", () => {
    expect(sentInputs(operationOn(motley, MOTLEY))).toEqual({
      organizationId: "o1",
      name: " a ",
      color: "red",
      combination: "1234",
      hidden: "h",
      seldom: "r",
      later: "l",
    });
  });

  test("and notes a digest of each value that its object surely shows, with a salt of its own", () => {
    const [one, two] = [MOTLEY, MOTLEY].map((inputs) => digestsOf(operationOn(motley, inputs)));
    expect(Object.keys(one?.digests ?? {}).toSorted()).toEqual(["color", "name", "organizationId"]);
    for (const digest of Object.values(one?.digests ?? {})) expect(digest).toMatch(/^[\w-]{22}$/u);
    expect(one?.salt).not.toBe(two?.salt);
    expect(one?.digests["name"]).not.toBe(two?.digests["name"]);
  });
});

describe("an object may come from a create", () => {
  test.each<[string, object, boolean]>([
    ["with the values that were sent", { name: "a", color: "red" }, true],
    ["with the values that were sent, as the service compares them", { name: "  a", color: "red" }, true],
    ["with more values than were sent", { name: "a", color: "red", weight: 7, combination: "9" }, true],
    ["with another value", { name: "a", color: "blue" }, false],
    ["without one of the values", { name: "a" }, false],
  ])("%s: %#", (_what, row, isOwn) => {
    expect(isFrom(box, DECLARED, row)).toBe(isOwn);
  });

  test("whatever the program declares by now, and not because it declares the same", () => {
    const now = { ...DECLARED, color: "blue", weight: 7 };
    expect(isFrom(box, DECLARED, { name: "a", color: "red" }, now)).toBe(true);
    expect(isFrom(box, DECLARED, { name: "a", color: "blue" }, now)).toBe(false);
  });

  test("without a value that this service doesn't have", () => {
    const rules = { inputs: ["color"], isUnsupported: (wire: Row) => wire["isOld"] === true, advice: "Leave it out." };
    const harmless = fakeBox({ capabilities: [unsupportedInputs<Row>({ ...rules, isHarmless: true })] });
    expect(isFrom(harmless, DECLARED, { name: "a", isOld: true })).toBe(true);
    expect(isFrom(harmless, DECLARED, { name: "a" })).toBe(false);
  });
});

describe("of a value with links, which the provider changes by itself,", () => {
  const linked = fakeBox({ inputs: { links: text({ isRelinked: true }), linksTo: text({}) } });
  const SENT = { ...DECLARED, links: { to: "5", inner: { words: "x", empty: {} } }, linksTo: "y" };
  const row = (links: unknown, linksTo: unknown = "y"): object => ({ name: "a", color: "red", links, linksTo });

  test("each part has a digest", () => {
    const { digests } = digestsOf(operationOn(linked, SENT));
    expect(
      Object.keys(digests)
        .filter((path) => path.startsWith("links"))
        .toSorted(),
    ).toEqual(["links.inner.empty", "links.inner.words", "links.to", "linksTo"]);
  });

  test.each<[string, unknown, boolean]>([
    ["as it was sent", SENT.links, true],
    ["as JSON", JSON.stringify(SENT.links), true],
    ["with other words", { ...SENT.links, inner: { words: "z", empty: {} } }, false],
    ["with one part more", { ...SENT.links, more: 1 }, false],
    ["with one part less", { inner: SENT.links.inner }, false],
    ["with another link than was sent or is declared", { ...SENT.links, to: "7" }, false],
    ["as a text that is no JSON", "{", false],
  ])("an object has it %s: %#", (_how, links, isOwn) => {
    expect(isFrom(linked, SENT, row(links))).toBe(isOwn);
  });

  test("a link may be the one that is declared by now, and words may not", () => {
    const now = { ...SENT, links: { to: "7", inner: { words: "z", empty: {} } } };
    expect(isFrom(linked, SENT, row({ ...SENT.links, to: "7" }), now)).toBe(true);
    expect(isFrom(linked, SENT, row({ ...SENT.links, to: "8" }), now)).toBe(false);
    expect(isFrom(linked, SENT, row({ ...SENT.links, inner: { words: "z", empty: {} } }), now)).toBe(false);
    expect(isFrom(linked, SENT, row(SENT.links, "7"), { ...now, linksTo: "7" })).toBe(false);
  });
});
