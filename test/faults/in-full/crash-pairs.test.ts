import { expect, test } from "@jest/globals";

import { ENGINES } from "../../support/conformance-engine.ts";
import type { Engine } from "../../support/engine-under-test.ts";
import { describeRows } from "../../support/conformance-table.ts";
import type { Row } from "../../support/conformance-row.ts";
import { interrupt } from "../../support/scenario-crash.ts";
import { type Breakage, BREAKAGES } from "../../support/scenario-faults.ts";
import { expectConverged } from "../crash-table.ts";

/** What becomes of the request that creates: the answer is lost, the object is there. */
const LOST: readonly Breakage[] = [
  { name: "reset after it was applied", fault: { kind: "reset-after" } },
  { name: "answered 502 after it was applied", fault: { kind: "status-after", status: 502 } },
  { name: "answered after the provider gave up", fault: { kind: "delay-after", delayMs: 200 }, timesOut: true },
];

/** What becomes of a lost create is the same code for every engine. */
const isCreating = ({ requests }: Row, engine: Engine): boolean =>
  engine === ENGINES[0] && requests.create.some((one) => /^POST .*s\/$/u.test(one));

/** The route of the sandbox, whose first parameter is an organization or a project. */
function templateOf(route: string): string {
  return `/api${route.replace(":id", route.startsWith("/projects/") ? ":project_id" : ":organization_id")}`;
}

/** The list that shows created objects: the noun's last list if the service no longer has another, else its first. */
function listBefore(requests: readonly string[], route: string): string {
  const lists = requests.filter((one) => one.startsWith("GET ")).map((one) => one.slice("GET ".length));
  const noun = `/${route.split("/").at(-2) ?? ""}/`;
  return lists.findLast((one) => one.endsWith(noun)) ?? lists[0] ?? "";
}

describeRows(
  (fixture) => {
    const { create } = fixture.row.requests;
    const sent = create.findIndex((one) => one.startsWith("POST"));
    const route = create[sent]?.slice("POST ".length) ?? "";
    const list = listBefore(create.slice(0, sent), route);
    const template = templateOf(route);
    // The lists before the create are the row's. The list after it checks the result.
    const nth = create.slice(0, sent).filter((one) => one === `GET ${list}`).length + 1;

    // The ways of losing an answer come to the same thing: one kind of object meets them all.
    for (const lost of fixture.row.resource === "Domain" ? LOST : LOST.slice(0, 1)) {
      for (const look of BREAKAGES.filter(({ kills }) => kills !== true)) {
        test(`a create ${lost.name} converges when the look for it is ${look.name}`, async () => {
          const outcome = await interrupt(fixture, "create", [
            { breakage: lost, fault: { ...lost.fault, method: "POST", route: template } },
            { breakage: look, fault: { ...look.fault, method: "GET", route: templateOf(list), nth } },
          ]);
          expect(outcome.unused).toBe(0);
          await expectConverged(fixture, "create", outcome, [1, 2]);
        });
      }
    }
  },
  isCreating,
  { dialects: "2025-08" },
);
