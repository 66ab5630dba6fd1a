import { describe, expect, test } from "@jest/globals";

import { isWritten } from "../../../src/catalog/resources/access/editing-guard.ts";
import type { Values } from "../../../src/model/json-value.ts";

const ACTIVE = { level: "member", status: "active" };
const DEFERRED = { level: "member", status: "deferred" };

describe("a rule of access is sent", () => {
  test.each<[verb: "create" | "update" | "delete", state: Values | undefined, inputs: Values, isSent: boolean]>([
    ["create", undefined, { level: "member" }, true],
    ["update", ACTIVE, { level: "admin" }, true],
    ["update", ACTIVE, { level: "member" }, false],
    ["update", ACTIVE, { level: "member", onDestroy: "retain" }, false],
    ["update", { ...ACTIVE, onDestroy: "retain" }, { level: "member", onDestroy: "remove" }, false],
    // An invited person can be a member by now.
    ["update", DEFERRED, { level: "member" }, true],
    ["delete", ACTIVE, {}, true],
    ["delete", DEFERRED, {}, false],
    ["delete", { ...ACTIVE, onDestroy: "retain" }, {}, false],
    ["delete", { ...ACTIVE, onDestroy: "remove" }, {}, true],
    ["delete", { ...DEFERRED, onDestroy: "remove" }, {}, false],
  ])("by %s of %j with %j: %s", (verb, state, inputs, isSent) => {
    expect(isWritten({ verb, inputs, state })).toBe(isSent);
  });
});
