import { describe, expect, test } from "@jest/globals";

import { accessControl } from "../../../src/catalog/resources/access/access-control.ts";
import { projectAccess } from "../../../src/catalog/resources/access/project-access.ts";
import type { AnyResource } from "../../../src/model/definition.ts";
import { hookOf } from "../../../src/model/hook-of.ts";
import type { Values } from "../../../src/model/json-value.ts";
import { printed } from "../../../src/model/messages.ts";

const RULES: readonly (readonly [string, AnyResource])[] = [
  ["AccessControl", accessControl],
  ["ProjectAccess", projectAccess],
];

const NOTICE =
  'Deleting this resource keeps the rule, because the rule existed before.\nTo remove the rule too, set `onDestroy: "remove"` and apply that first.';

describe.each(RULES)("a deletion of %s", (_name, resource) => {
  test.each<[Values, isRetained: boolean, notice: string]>([
    [{}, false, ""],
    [{ existed: false }, false, ""],
    [{ existed: true }, true, NOTICE],
    [{ existed: true, onDestroy: "remove" }, false, ""],
    [{ existed: true, onDestroy: "retain" }, true, ""],
    [{ onDestroy: "retain" }, true, ""],
    [{ onDestroy: "remove" }, false, ""],
  ])("with the state %j keeps the rule: %s", (state, isRetained, notice) => {
    expect(hookOf(resource, "isRetained")?.(state)).toBe(isRetained);
    expect(printed(hookOf(resource, "removalNotice")?.(state) ?? "")).toBe(notice);
  });

  test("is of the level that the service shows, or that a rule for an invited person will have", () => {
    const rule = {
      access_level: "viewer",
      organization_member: null,
      role: null,
      resource: "project",
      resource_id: null,
    };
    const at = { projectId: "17", target: "dashboard", subject: "everybody" };
    const levelOf = (wire: object, declared?: Values): unknown => resource.fromWire(wire, at, declared)["level"];
    expect(levelOf({ rule }, { level: "editor" })).toBe("viewer");
    expect(levelOf({ rule, isWaiting: false }, { level: "editor" })).toBe("viewer");
    expect(levelOf({ rule, isWaiting: true, email: "ann@acme.example" }, { level: "editor" })).toBe("editor");
    expect(levelOf({ rule, isWaiting: true, email: "ann@acme.example" }, { level: 5 })).toBeUndefined();
    expect(levelOf({ rule, isWaiting: true, email: "ann@acme.example" })).toBeUndefined();
  });
});
