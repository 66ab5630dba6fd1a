import { describe, expect, test } from "@jest/globals";

import { streamFunction } from "../../src/driver/driver.ts";
import type { Values } from "../../src/model/json-value.ts";
import { TABLE_DIALECTS } from "../support/dialects.ts";
import { callWith } from "../support/functions/function-world.ts";
import { fixtureOf, failureOf, functionNamed } from "../support/functions/table.ts";

const COUNT = 1_200;

describe.each(TABLE_DIALECTS)("in dialect %s,", (dialect) => {
  const fixture = fixtureOf(dialect);

  /** Adds persons with one event each, more than a page of them. */
  async function fill(): Promise<void> {
    const { sandbox, seeded } = fixture();
    const batch = Array.from({ length: COUNT }, (_, at) => ({
      distinct_id: `p${at}`,
      event: "came",
      timestamp: new Date(Date.parse("2030-01-09T00:00:00Z") + at * 1_000).toISOString(),
      properties: {},
    }));
    const body = JSON.stringify({ api_key: seeded.projectToken, batch });
    const answer = await fetch(`${sandbox.host}/batch/`, { method: "POST", body });
    expect(answer.status).toBe(200);
    sandbox.control.clearRequests();
  }
  const pages = (): number => fixture().sandbox.control.requests().length;

  describe.each(["listPersons", "listEvents"])("%s", (name) => {
    const definition = functionNamed(name);
    const args = () => ({ projectId: fixture().seeded.projectId });

    test("reads one page when the first row is all that is wanted", async () => {
      await fill();
      const seen: Values[] = [];
      for await (const row of streamFunction(definition, args(), fixture().context())) {
        seen.push(row);
        break;
      }
      expect([seen.length, pages()]).toEqual([1, 1]);
    });

    test("reads a page when its rows are asked for, and every row once", async () => {
      await fill();
      const ids = new Set<unknown>();
      const seen: number[] = [];
      for await (const row of streamFunction(definition, args(), fixture().context())) {
        ids.add(row["uuid"] ?? row["id"]);
        seen.push(pages());
      }
      expect(ids.size).toBe(seen.length);
      expect(seen.length).toBeGreaterThanOrEqual(COUNT);
      expect([seen[0], seen[999], seen[1_000]]).toEqual([1, 1, 2]);
    });

    test("asks for no more than the limit", async () => {
      await fill();
      const { items } = await callWith(definition, { ...args(), limit: 120 }, fixture().context());
      expect([(items as unknown[]).length, pages()]).toEqual([120, 1]);
    });

    test("says which function failed when a later page does", async () => {
      await fill();
      const body = { type: "validation_error", code: "invalid_input", detail: "Not now.", attr: null };
      fixture().sandbox.control.addFault({ kind: "status", status: 400, body, method: "GET", nth: 2 });
      let count = 0;
      const read = async (): Promise<void> => {
        for await (const _row of streamFunction(definition, args(), fixture().context())) count += 1;
      };
      const { message } = await failureOf(read());
      expect(message).toMatch(new RegExp(`^Could not call ${name}\n.*Not now\\.`, "u"));
      expect(count).toBe(1_000);
    });
  });
});
