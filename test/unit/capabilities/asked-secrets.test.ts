import { describe, expect, test } from "@jest/globals";
import { z } from "zod";

import { declarationOf } from "../../../src/adopt/declaration.ts";
import { askedSecrets } from "../../../src/capabilities/asked-secrets.ts";
import { member } from "../../../src/model/block.ts";
import type { Capability } from "../../../src/model/hooks/capability.ts";
import { field } from "../../../src/model/field.ts";
import { DECLARED, madeUp } from "../../support/made-up-resource.ts";

const text = (name: string) => member(z.string().optional(), { doc: name, secret: true });

/** A box with secrets inside of an object, and with a record of secrets that the service never returns. */
function askedFor(...capabilities: readonly Capability[]) {
  const { definition } = madeUp(capabilities, {
    inputs: {
      lock: field(z.strictObject({ pin: text("Pin."), key: text("Key.") }).optional(), { doc: "Lock." }),
      notes: field(z.record(z.string(), z.string()).optional(), { doc: "Notes.", secret: true, returned: "never" }),
    },
  });
  const inputs = { ...DECLARED, lock: {} };
  const declaration = declarationOf(definition, { id: "o1/b1", state: inputs, inputs });
  return "secrets" in declaration ? declaration.secrets : declaration;
}

const ofLock = (name: string) => ({ field: "lock", member: [name], isRequired: false });

describe("a program that is written for an existing object", () => {
  test("asks for each secret that it may have", () => {
    expect(askedFor()).toEqual([ofLock("pin"), ofLock("key"), { field: "notes", isRequired: false }]);
  });

  test("asks for those alone that the resource names, inside of an object and in a record", () => {
    expect(askedFor(askedSecrets(() => ({ lock: ["lock.key"], notes: ["first"] })))).toEqual([
      ofLock("key"),
      { field: "notes", member: ["first"], isRequired: false },
    ]);
    expect(askedFor(askedSecrets(() => ({ lock: [], notes: [] })))).toEqual([]);
  });
});
