import { describe, expect, test } from "@jest/globals";

import { adoption, type AdoptionPolicy } from "../../../../src/capabilities/adoption.ts";
import {
  adoptsAlways,
  adoptsEqual,
  canDuplicate,
  duplicateHint,
  hasOwnershipCheck,
  isCreatedByOther,
  isCreatedWithParent,
  mayBeRecent,
  mayDuplicate,
  ownershipCheck,
  whyNotRecent,
} from "../../../../src/driver/adoption/policy.ts";
import { Operation } from "../../../../src/driver/operation.ts";
import type { AnyResource } from "../../../../src/model/definition.ts";
import { objectKey } from "../../../../src/model/managed-keys.ts";
import { printed } from "../../../../src/model/messages.ts";
import { box, fakeBox, plain, root, startDriver } from "../../../support/fake-resources.ts";
import { FakeService, type Row } from "../../../support/fake-service.ts";

const NOW = new Date("2026-11-20T10:00:00Z");
const HOUR_AGO = "2026-11-20T09:00:00Z";
const LESS = "2026-11-20T09:00:00.001Z";

const at = { organizationId: "o1", boxId: "b1" };
const inputs = { organizationId: "o1", name: "a", isTwin: true };

type Options = Parameters<typeof startDriver>[1];

const withPolicy = (policy: AdoptionPolicy<FakeService, Row>): AnyResource =>
  fakeBox({ capabilities: [adoption(policy)] });

function operationOn(definition: AnyResource, options: Options = { serviceNow: NOW }): Operation {
  return new Operation(definition, inputs, at, startDriver(new FakeService(), options).context);
}

const rowMade = (madeAt?: string): Row => ({ id: "b1", ...(madeAt === undefined ? {} : { madeAt }) });
const madeAt = (wire: Row): string | undefined => wire["madeAt"] as string | undefined; // -- made above

describe("an object that equals the declaration isn't taken for an earlier attempt's, if", () => {
  const own = { madeAt, isMadeByAccount: () => Promise.resolve(true) };
  const NOTHING = "it matches the declaration, but nothing shows that this program created it";

  test.each<[string, AdoptionPolicy<FakeService, Row>, string | undefined, Options, string | undefined]>([
    ["its age isn't shown", own, undefined, { serviceNow: NOW }, NOTHING],
    ["no service shows its age", { isMadeByAccount: own.isMadeByAccount }, LESS, { serviceNow: NOW }, NOTHING],
    ["its creator isn't shown", { madeAt }, LESS, { serviceNow: NOW }, NOTHING],
    ["the service's time isn't known", own, LESS, {}, "the service sent no Date header, so its age isn't known"],
    ["it is an hour old", own, HOUR_AGO, { serviceNow: NOW }, `it was created at ${HOUR_AGO}, at least an hour ago`],
    ["its age can't be read", own, "soon", { serviceNow: NOW }, "it was created at soon, at least an hour ago"],
    [
      "another account made it",
      { madeAt, isMadeByAccount: () => Promise.resolve(false) },
      LESS,
      { serviceNow: NOW },
      "nothing shows that the account of this API key created it",
    ],
    [
      "nobody knows who made it",
      { madeAt, isMadeByAccount: () => Promise.resolve(undefined) },
      LESS,
      { serviceNow: NOW },
      "nothing shows that the account of this API key created it",
    ],
    [
      "it is an hour old, even where its age is proof",
      { madeAt },
      HOUR_AGO,
      { serviceNow: NOW, takeOverRecent: true },
      `it was created at ${HOUR_AGO}, at least an hour ago`,
    ],
    ["nothing is wrong: it is young and the key's own", own, LESS, { serviceNow: NOW }, undefined],
    [
      "nothing is wrong: it is young, where that is proof",
      { madeAt, isMadeByAccount: () => Promise.resolve(false) },
      LESS,
      { serviceNow: NOW, takeOverRecent: true },
      undefined,
    ],
  ])("%s", async (_when, policy, made, options, why) => {
    const told = await whyNotRecent(operationOn(withPolicy(policy), options), rowMade(made));
    expect(told === undefined ? undefined : printed(told)).toBe(why);
  });

  test.each([
    [HOUR_AGO, false],
    [LESS, true],
    ["soon", true],
    [undefined, true],
  ])("it surely is an hour old: made at %j, it may be recent: %s", (made, isRecent) => {
    expect(mayBeRecent(operationOn(withPolicy({ madeAt })), rowMade(made))).toBe(isRecent);
  });
});

describe("a policy for objects that exist", () => {
  test("adopts them always, if they are equal, or neither", () => {
    const told = ([undefined, "always", "ifEqual"] as const).map((adoptExisting) => {
      const definition = withPolicy(adoptExisting === undefined ? {} : { adoptExisting });
      return [adoptsAlways(definition), adoptsEqual(definition)];
    });
    expect([...told, [adoptsAlways(box), adoptsEqual(box)]]).toEqual([
      [false, false],
      [true, false],
      [false, true],
      [false, false],
    ]);
  });

  test("allows a second one by an input, and says how", () => {
    const told = (allowDuplicateField?: string): unknown => {
      const definition = withPolicy(allowDuplicateField === undefined ? {} : { allowDuplicateField });
      return [mayDuplicate(operationOn(definition)), printed(duplicateHint(definition))];
    };
    expect(told("isTwin")).toEqual([true, " Or set `isTwin: true` to create another one."]);
    expect(told("name")).toEqual([false, " Or set `name: true` to create another one."]);
    expect(told()).toEqual([false, ""]);
  });

  test("clears up a record only where the service takes a key twice, and a list shows it", () => {
    const twice = { naturalKey: { ...plain.naturalKey!, isUnique: false } };
    const { collection: _none, ...unlisted } = fakeBox(twice);
    const { naturalKey: _key, ...keyless } = box;
    const told = [fakeBox(twice), box, unlisted, keyless].map((one) => canDuplicate(operationOn(one)));
    expect(told).toEqual([true, false, false, false]);
  });

  test.each([
    [true, false],
    [undefined, false],
    [false, true],
  ])("knows an object of another account: made by the key's own %j, so by another %s", async (isOwn, isOther) => {
    const definition = withPolicy({ isMadeByAccount: () => Promise.resolve(isOwn) });
    expect(await isCreatedByOther(operationOn(definition), rowMade())).toBe(isOther);
    expect(await isCreatedByOther(operationOn(box), rowMade())).toBe(false);
  });

  test("knows what the service makes with a parent, only if this run made the parent", async () => {
    const told = async (isMade: boolean, isMadeWithParent = true) => {
      const operation = operationOn(withPolicy({ isMadeWithParent: () => isMadeWithParent }));
      const { creations } = operation.context.session;
      const attempt = await creations.begin("key", { seen: [], salt: "", digests: {} }, () => undefined);
      if (isMade) await attempt.made("o1", objectKey(root, "o1"));
      return isCreatedWithParent(operation, { wire: rowMade(), at });
    };
    expect([await told(true), await told(false), await told(true, false)]).toEqual([true, false, false]);
  });

  test("may have a rule of its own, which gets the service's time and the call", async () => {
    const asked: unknown[] = [];
    const definition = withPolicy({
      ownershipCheck: (api, wire, context) => {
        asked.push([api instanceof FakeService, wire, context]);
        return Promise.resolve("it is old");
      },
    });
    expect([hasOwnershipCheck(definition), hasOwnershipCheck(box)]).toEqual([true, false]);
    expect(await ownershipCheck(operationOn(definition), rowMade())).toBe("it is old");
    expect(await ownershipCheck(operationOn(box), rowMade())).toBeUndefined();
    expect(asked).toEqual([[true, rowMade(), { serviceNow: NOW, call: {} }]]);
  });
});
