import { describe, expect, test } from "@jest/globals";

import { activityLog } from "../../../src/capabilities/activity-log.ts";
import type { Activity } from "../../../src/model/activity.ts";
import { failureOf } from "../../support/fake-resources.ts";
import { apiError, type FakeService } from "../../support/fake-service.ts";
import { madeUpStack } from "../../support/made-up-resource.ts";

const FORBIDDEN = apiError({ category: "permission", status: 403 });

describe("of what differs from a stack, a comparison", () => {
  const CHANGE = { object: "b1", by: "ann@globex.example", at: "2026-11-20T10:00:00Z" };
  const LAST = { by: CHANGE.by, at: CHANGE.at };

  /** A stack with a changed box, and a log of its organization or of each box. */
  async function changed(read: () => Promise<Activity[] | undefined>, scope = ["organizationId"]) {
    const reads: unknown[] = [];
    const list = async (_service: FakeService, at: unknown) => {
      reads.push(at);
      return read();
    };
    const opened = await madeUpStack([activityLog({ name: "boxes", scope, list })]);
    await opened.service.update("o1", "b1", { color: "blue" });
    return { ...opened, reads };
  }

  test("tells who changed an object last, or removed it, by a log that is read once", async () => {
    const { service, made, compare, reads } = await changed(() =>
      Promise.resolve([CHANGE, { ...CHANGE, object: "b9" }]),
    );
    service.seed({ name: "a", color: "blue" });
    const other = { ...made, address: "box.b", id: "o1/b2", state: { ...made.state, boxId: "b2" } };
    const gone = { ...made, address: "box.gone", id: "o1/b9", state: { ...made.state, boxId: "b9" } };
    const found = await compare({ objects: [made, other, gone] });
    expect([...found.changed, ...found.missing].map(({ address, lastChange }) => [address, lastChange])).toEqual([
      ["box.a", LAST],
      // The log was read, and shows nothing of it.
      ["box.b", null],
      ["box.gone", LAST],
    ]);
    expect(reads).toHaveLength(1);
  });

  test("tells the newest change of what differs, and by which program it came", async () => {
    const bob = { ...CHANGE, by: "bob@globex.example", client: "mcp", fields: ["size", "color"] };
    const { compare } = await changed(() => Promise.resolve([{ ...CHANGE, fields: ["name"] }, bob, CHANGE]));
    const [found] = (await compare()).changed;
    expect(found?.lastChange).toEqual({ by: bob.by, at: CHANGE.at, client: "mcp" });
  });

  test("says nothing where the service has no such log", async () => {
    const { compare } = await changed(() => Promise.resolve(undefined));
    expect((await compare()).changed[0]).not.toHaveProperty("lastChange");
  });

  test("asks no more than ten logs, since each object may have one of its own", async () => {
    const { service, made, compare, reads } = await changed(() => Promise.resolve([]), ["organizationId", "boxId"]);
    const objects = [made];
    for (let index = 2; index <= 12; index += 1) {
      const { id } = service.seed({ name: "a", color: "blue" });
      objects.push({ ...made, address: `box.${id}`, id: `o1/${id}`, state: { ...made.state, boxId: id } });
    }
    expect((await compare({ objects })).changed).toHaveLength(12);
    expect(reads).toHaveLength(10);
  });

  test("tells it without the log where the key may not read that", async () => {
    const { compare } = await changed(() => Promise.reject(FORBIDDEN));
    expect((await compare()).changed).toEqual([
      expect.not.objectContaining({ lastChange: expect.anything() as unknown }),
    ]);
  });

  test("does not hide a mistake of our own in reading a log", async () => {
    const { compare } = await changed(() => Promise.reject(new TypeError("undefined is not a function")));
    expect((await failureOf(compare())).message).toBe("undefined is not a function");
  });

  test("keeps what it found when it is stopped while it reads a log", async () => {
    const ending = new AbortController();
    const { compare } = await changed(() => {
      ending.abort(new Error("The time of the run was over."));
      return Promise.reject(new Error("ended"));
    });
    const { changed: differing, unchecked } = await compare({ signal: ending.signal });
    expect(differing.map(({ id, lastChange }) => [id, lastChange])).toEqual([["o1/b1", undefined]]);
    expect(unchecked).toEqual([{ resource: "Box", reason: "The time of the run was over." }]);
  });
});
