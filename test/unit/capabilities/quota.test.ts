import { describe, expect, test } from "@jest/globals";

import { pendingCreation } from "../../../src/capabilities/pending-creation.ts";
import { quota } from "../../../src/capabilities/quota.ts";
import { remove } from "../../../src/driver/driver.ts";
import type { DeletionTarget } from "../../../src/model/call.ts";
import { field } from "../../../src/model/field.ts";
import { message } from "../../../src/model/messages.ts";
import { z } from "zod";
import { failureOf, orgOf, plain } from "../../support/fake-resources.ts";
import { apiError, lostAnswer, type Row } from "../../support/fake-service.ts";
import { DECLARED, madeUp } from "../../support/made-up-resource.ts";

const NOW = new Date("2026-11-20T10:00:00Z");
const DUE = "2026-11-20T10:01:00.000Z";
const LATER = new Date("2026-11-20T10:02:00Z");
const usedUp = () => apiError({ category: "rateLimited", status: 429, retryAfterMs: 60_000 });

/** Boxes with a quota. A deferred box is identified by its name. */
function limited(isKept: () => Promise<boolean> = () => Promise.resolve(true)) {
  const text = (doc: string) => field(z.string().optional(), { doc });
  return madeUp(
    [
      pendingCreation({
        isPending: ({ status }) => status === "deferred",
        reason: message`no more boxes are made today`,
        dueAt: ({ dueAt }) => (typeof dueAt === "string" ? dueAt : undefined),
      }),
      quota({
        name: "boxes",
        takes: () => false,
        isKept,
        pending: (inputs, dueAt, wire: Row | undefined) =>
          wire ?? { id: String(inputs["name"]), name: inputs["name"], status: "deferred", dueAt },
      }),
    ],
    {
      outputs: { ...plain.outputs, status: text("How far it is."), dueAt: text("Until when it is deferred.") },
      identity: {
        parts: ["organizationId", "boxId"],
        of: (wire, scope) => ({ organizationId: orgOf(scope), boxId: String(wire["name"]) }),
      },
      ops: {
        ...plain.ops,
        read: async (service, at) => (await service.list(orgOf(at))).find(({ name }) => name === at["boxId"])!,
      },
      fromWire: ({ id: _id, ...wire }: Row, at) => ({
        status: "made",
        ...wire,
        organizationId: orgOf(at),
        boxId: String(wire["name"]),
      }),
    },
  );
}

async function deferred() {
  const made = limited();
  made.service.next("create", { error: usedUp() });
  const run = made.start({ serviceNow: NOW });
  const stored = await run.ensure();
  return { ...made, run, stored };
}

describe("an object for which nothing of the quota is left", () => {
  test("is deferred until the time that the refusal names, with a warning", async () => {
    const { stored, run, service } = await deferred();
    expect(stored.state).toMatchObject({ name: "a", status: "deferred", dueAt: DUE });
    expect(run.warnings()).toEqual([
      expect.stringContaining(`Box a is deferred until ${DUE}: no more boxes are made today.`),
    ]);
    expect(service.row("b1")).toBeUndefined();
  });

  test("lets no other one of the run be sent, and says it once for all", async () => {
    const { run, service } = await deferred();
    const { state } = await run.ensure({ ...DECLARED, name: "b" });
    expect(state).toMatchObject({ status: "deferred", dueAt: DUE });
    expect(service.writes).toEqual(["create a"]);
    expect(run.warnings()).toHaveLength(1);
  });

  test("leaves the quota of another organization as it is", async () => {
    const { run, service } = await deferred();
    service.organizations.set("o2", new Map());
    const { state } = await run.ensure({ ...DECLARED, organizationId: "o2", name: "b" });
    expect(state).toMatchObject({ status: "made" });
    expect(service.writes).toEqual(["create a", "create b"]);
  });

  test("is kept by a later run before that time, and nothing is sent", async () => {
    const { stored, start, service } = await deferred();
    const run = start({ serviceNow: NOW });
    expect((await run.preview(DECLARED, stored)).changes).toEqual([]);
    expect((await run.read(stored))?.state).toMatchObject({ status: "deferred", dueAt: DUE });
    expect((await run.ensure(DECLARED, stored)).state).toMatchObject({ status: "deferred", dueAt: DUE });
    expect((await run.ensure({ ...DECLARED, name: "b" })).state).toMatchObject({ status: "deferred" });
    expect(service.writes).toEqual(["create a"]);
    expect(run.warnings()).toEqual([
      `Box a is still deferred until ${DUE}: no more boxes are made today. This warning covers all of them: status of each Box shows whether it is deferred.`,
    ]);
  });

  test("is removed by one look at the list: that it isn't there needs no confirmation", async () => {
    const { stored, start, definition, requests } = await deferred();
    requests();
    const seen: unknown[] = [];
    const looking = {
      ...definition,
      ops: {
        ...definition.ops,
        delete: async (_service: unknown, _at: unknown, _call: unknown, { look }: DeletionTarget<unknown>) =>
          void seen.push(await look()),
      },
    };
    await remove(looking, stored.id, stored.state, start({ serviceNow: NOW }).context);
    expect([seen, requests()]).toEqual([[undefined], ["list o1"]]);
  });

  test("is announced and made by the first run after that time", async () => {
    const { stored, start, service } = await deferred();
    const run = start({ serviceNow: LATER });
    expect((await run.preview(DECLARED, stored)).changes).toMatchObject([
      { path: "status", reason: "can be created now" },
    ]);
    expect((await run.ensure(DECLARED, stored)).state).toMatchObject({ status: "made" });
    expect(service.writes).toEqual(["create a", "create a"]);
    expect(run.warnings()).toEqual([]);
  });
});

describe("a refusal that is not for the quota", () => {
  test.each([
    ["of a service that keeps none", () => Promise.resolve(false)],
    ["where that cannot be told", () => Promise.reject(apiError({ category: "unavailable", status: 500 }))],
  ])("is an error: %s", async (_what, isKept) => {
    const { service, start } = limited(isKept);
    service.next("create", { error: usedUp() }, { error: usedUp() });
    expect((await failureOf(start({ serviceNow: NOW }).ensure())).message).toContain("429");
  });

  test("of another kind is an error", async () => {
    const { service, start } = limited();
    service.next("create", { error: apiError({ category: "invalid", status: 400 }) });
    expect((await failureOf(start({ serviceNow: NOW }).ensure())).message).toContain("400");
  });

  test.each([
    ["a lost answer", lostAnswer()],
    [
      "a 429 of something on the way",
      apiError({ category: "rateLimited", status: 429, retryAfterMs: 60_000, requestMayHaveBeenApplied: true }),
    ],
  ])("that may have been carried out all the same defers nothing: %s", async (_what, error) => {
    const { service, start } = limited();
    service.next("create", { error, isApplied: true });
    expect((await start({ serviceNow: NOW }).ensure()).state).toMatchObject({ status: "made" });
    expect(service.writes).toEqual(["create a"]);
  });
});
