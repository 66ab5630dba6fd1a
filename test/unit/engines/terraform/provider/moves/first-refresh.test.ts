import { describe, expect, test } from "@jest/globals";
import { z } from "zod";

import { completeMoved } from "../../../../../../src/engines/terraform/provider/moves/first-refresh.ts";
import { undeclaredInputs } from "../../../../../../src/engines/terraform/provider/moves/undeclared-inputs.ts";
import { vendorTypes } from "../../../../../../src/engines/terraform/provider/moves/vendor-types.ts";
import type { AnyResource } from "../../../../../../src/model/definition.ts";
import { OrgformProblem } from "../../../../../../src/model/diagnostics.ts";
import { field } from "../../../../../../src/model/field.ts";
import { pick, type Values } from "../../../../../../src/model/json-value.ts";
import { failureOf, fakeBox, orgOf, plain, startDriver } from "../../../../../support/fake-resources.ts";
import { FakeService, notFound, type Row, unreachable } from "../../../../../support/fake-service.ts";

const ORGANIZATION = "01950000-0000-7000-8000-000000000007";

/** A service with one row, and the first refresh of an object of it. */
function refreshing(definition: AnyResource, row?: Readonly<Record<string, unknown>>) {
  const service = new FakeService();
  service.organizations.set(ORGANIZATION, new Map());
  if (row !== undefined) service.seed(row, ORGANIZATION);
  const refreshed = (
    last: string,
    state: Values,
    { undeclared = [], written }: { undeclared?: readonly string[]; written?: readonly string[] | undefined } = {},
  ) => {
    const moved = { id: `${ORGANIZATION}/${last}`, state: { organizationId: ORGANIZATION, ...state }, undeclared };
    const names = written === undefined ? undefined : new Set(written);
    return completeMoved(definition, { ...moved, written: names }, startDriver(service).context);
  };
  return { service, refreshed };
}

const ROW = { name: "Crate", color: "red", weight: 7, combination: "s3cret" };
const INPUTS = ["name", "color", "weight", "combination", "isProtected", "adopt"];

interface Asked {
  readonly row?: Values;
  readonly state?: Values;
  readonly undeclared?: readonly string[];
  readonly written?: readonly string[];
}

describe("the first refresh of an object that moved", () => {
  const box = fakeBox();
  const GREY = { ...ROW, color: "grey", weight: null };

  test.each<[string, Asked, Values, readonly string[]]>([
    ["takes what the program writes", { written: ["name", "color"] }, { color: "red" }, ["color"]],
    ["takes all of it", { written: ["weight", "color"] }, { color: "red", weight: 7 }, ["color", "weight"]],
    ["takes nothing for a program that writes nothing", { written: [] }, {}, []],
    ["takes nothing if everything is declared and no program is known", {}, {}, []],
    [
      "takes the service's value for what nobody may have declared",
      { state: { color: "blue" }, undeclared: ["color"] },
      { color: "red" },
      ["color"],
    ],
    [
      "drops the service's defaults among these",
      { row: GREY, state: { color: "blue", weight: 3 }, undeclared: ["color", "weight"] },
      {},
      [],
    ],
    ["compares what is declared, without a mark", { state: { color: "blue" } }, { color: "red" }, []],
    ["trusts the program more than marks", { undeclared: ["weight"], written: ["color"] }, { color: "red" }, ["color"]],
    ["takes a default that the program writes", { row: GREY, written: ["color"] }, { color: "grey" }, ["color"]],
    ["takes no value that the service lacks", { row: GREY, written: ["weight", "adopt"] }, {}, []],
    ["takes no secret", { written: ["combination"], undeclared: ["combination"] }, {}, []],
    ["keeps what only the provider uses", { state: { isProtected: false }, written: [] }, { isProtected: false }, []],
  ])("%s", async (_what, { row = ROW, state = {}, ...asked }, expected, marked) => {
    for (const name of ["Crate", undefined]) {
      // A name is required, so it comes from the service if the state lacks it.
      const own = name === undefined ? {} : { name };
      const completed = await refreshing(box, row).refreshed("b1", { boxId: "b1", ...own, ...state }, asked);
      expect(completed?.id).toBe(`${ORGANIZATION}/b1`);
      expect(pick(completed?.state ?? {}, INPUTS)).toEqual({ name: "Crate", isProtected: true, ...expected });
      expect(completed?.state).toMatchObject({ organizationId: ORGANIZATION, boxId: "b1" });
      expect(completed?.undeclared).toEqual(marked);
    }
  });

  test("looks again, as an import does, only for what the program writes and a refresh doesn't see", async () => {
    let imports = 0;
    const shy = fakeBox({
      fromWire: ({ id, weight, ...wire }, at, declared) => {
        if (declared === undefined) imports += 1;
        return { ...wire, ...(declared === undefined ? { weight } : {}), organizationId: orgOf(at), boxId: id };
      },
    });
    const looked = async (written: readonly string[] | undefined): Promise<unknown[]> => {
      imports = 0;
      const completed = await refreshing(shy, ROW).refreshed("b1", { boxId: "b1", name: "Crate" }, { written });
      return [imports > 0, completed?.state["weight"], completed?.undeclared];
    };
    expect(await looked(["weight", "color"])).toEqual([true, 7, ["color", "weight"]]);
    for (const written of [["color"], ["isProtected", "adopt", "combination", "name"], []])
      expect(await looked(written)).toEqual([false, undefined, written.filter((name) => name === "color")]);
    expect(await looked(undefined)).toEqual([false, undefined, []]);
  });

  test("finds that the object is gone, and passes on why it can't say so", async () => {
    const { service, refreshed } = refreshing(box, ROW);
    expect(await refreshed("b7", { boxId: "b7", name: "Crate" })).toBeUndefined();
    service.next("list", { error: unreachable() });
    const failure = await failureOf(refreshed("b1", { boxId: "b1", name: "Crate" }));
    expect(failure.message).toContain("No connection.");
  });
});

describe("the first refresh of a rule of a member", () => {
  const rule = fakeBox({
    name: "Rule",
    inputs: { email: field(z.string().optional(), { doc: "Address." }) },
    outputs: { subject: field(z.string(), { doc: "Subject." }) },
    identity: {
      parts: ["organizationId", "subject"],
      of: (wire, scope) => ({ organizationId: orgOf(scope), subject: String(wire["subject"]) }),
    },
    naturalKey: {
      ...plain.naturalKey!,
      isNamed: (wire: Row, text: string) => wire["subject"] === text || wire["membership"] === text,
    },
    fromWire: ({ id: _id, membership: _membership, ...wire }, at) => ({ ...wire, organizationId: orgOf(at) }),
    ops: {
      ...plain.ops,
      read: (service, at) => {
        const rows = [...service.rowsOf(orgOf(at)).values()];
        const row = rows.find(({ subject }) => subject === at["subject"]);
        return row === undefined ? Promise.reject(notFound()) : Promise.resolve(row);
      },
    },
  });
  const [MEMBERSHIP, PERSON] = ["membership:m1", "member:ann@acme.example"];
  const STATE = { name: "Crate", color: "red", subject: MEMBERSHIP };

  test("gets the person's address in its ID and its inputs", async () => {
    const known = { ...ROW, membership: MEMBERSHIP, subject: PERSON, email: "ann@acme.example" };
    const completed = await refreshing(rule, known).refreshed(MEMBERSHIP, STATE);
    expect(completed).toMatchObject({
      id: `${ORGANIZATION}/${PERSON}`,
      state: { name: "Crate", color: "red", subject: PERSON, email: "ann@acme.example", organizationId: ORGANIZATION },
      undeclared: [],
    });
    expect(completed?.state).not.toHaveProperty("weight");
  });

  test("of anybody else keeps its ID", async () => {
    for (const subject of ["default", "role:r1", `x${MEMBERSHIP}`]) {
      const completed = await refreshing(rule, { ...ROW, subject }).refreshed(subject, { ...STATE, subject });
      expect(completed).toMatchObject({ id: `${ORGANIZATION}/${subject}`, state: { subject } });
    }
  });

  test("is gone with the rule, and refused while nobody can say whose it is", async () => {
    expect(await refreshing(rule).refreshed(MEMBERSHIP, STATE)).toBeUndefined();
    const hidden = await failureOf(refreshing(rule, { ...ROW, subject: MEMBERSHIP }).refreshed(MEMBERSHIP, STATE));
    expect(hidden).toMatchObject({ code: "unconfirmed_absence" });
    expect(hidden.message).toContain(`Could not find whose Rule ${MEMBERSHIP} is`);
    expect(hidden.message).toContain("the list of members lacks its membership");
    // Only an answer that there is none counts as one.
    for (const error of [new Error("odd | row"), new OrgformProblem("internal", "odd | row", "")]) {
      const odd = fakeBox({
        ...rule,
        naturalKey: {
          ...plain.naturalKey!,
          isNamed: () => {
            throw error;
          },
        },
      });
      const { message } = await failureOf(refreshing(odd, { ...ROW, subject: PERSON }).refreshed(MEMBERSHIP, STATE));
      expect(message).toContain("odd | row");
    }
  });
});

describe("inputs that an import would reset", () => {
  const of = (type: string, attributes: Values, settings?: Values) =>
    Object.fromEntries(undeclaredInputs(type, attributes, settings));
  const PROJECT = { id: 3, organization_id: ORGANIZATION, name: "Web" };

  test("are those of the state and of the settings, by their attributes", () => {
    expect(of("posthog_project", { ...PROJECT, timezone: "Europe/Berlin" })).toStrictEqual({
      timezone: "Europe/Berlin",
    });
    const settings = { timezone: "Europe/Paris", surveys_opt_in: true, app_urls: ["https://é.example"], none: 1 };
    const rest = { surveys_opt_in: true, app_urls: ["https://é.example"] };
    expect(of("posthog_project", { ...PROJECT, timezone: "Europe/Berlin" }, settings)).toStrictEqual({
      ...rest,
      timezone: "Europe/Berlin",
    });
    expect(
      of("posthog_project", { ...PROJECT, timezone: "UTC" }, { surveys_opt_in: null, app_urls: [] }),
    ).toStrictEqual({});
  });

  test("are none of a type that stays, nor of an object that can't move", () => {
    for (const type of [...vendorTypes.keys(), "posthog_dashboard", "posthog_project_settings"])
      expect([type, of(type, {})]).toStrictEqual([type, {}]);
    expect(of("posthog_dashboard", PROJECT, { surveys_opt_in: true })).toStrictEqual({});
    // Settings stay, whatever is wrong with the rest.
    expect(of("posthog_project", {}, { surveys_opt_in: true })).toStrictEqual({ surveys_opt_in: true });
  });
});
