import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";

import type { FaultSpec } from "../../packages/sandbox/src/index.ts";
import { ENGINES } from "../support/conformance-engine.ts";
import type { Entry } from "../support/engine-under-test.ts";
import { created, describeRows, type Fixture, settled } from "../support/conformance-table.ts";
import { writesOf } from "../support/scenario-world.ts";

/** Objects whose removal takes several requests only as others left them. */
const PREPARED: Readonly<Record<string, (fixture: Fixture) => Promise<Entry>>> = {
  // Several objects of one identity, as interrupted rotations leave them.
  Integration: async (fixture) => {
    const projectId = String(fixture.seeded["projectId"]);
    const { entry } = await created(fixture, { projectId, awsS3: KEYS });
    for (const round of [2, 3]) {
      const name = `${KEYS.name}~r${round}`;
      const config = { name, aws_access_key_id: "AKIA", aws_secret_access_key: "second" };
      await fixture.world.send("POST", `projects/${projectId}/integrations/`, { kind: "aws-s3", config });
    }
    return (await fixture.start().read("Integration", entry)) ?? entry;
  },
  // An object that lost its protocol gets it again before it's deleted.
  IdentityProvider: async (fixture) => {
    const { entry } = await settled(fixture);
    const path = `identity-provider-configs/${entry.id.split("/").at(-1) ?? ""}`;
    fixture.world.sandbox.control.call("PATCH", path, { config_scope: null });
    return entry;
  },
};

const KEYS = { name: "warehouse", awsAccessKeyId: "AKIA", awsSecretAccessKey: "first" };

/** Resources whose recorded removal takes several writes already. */
const RECORDS = join(__dirname, "../conformance/sent-requests");
const RECORDED = new Set(
  readdirSync(RECORDS).flatMap((file) => {
    const text = readFileSync(join(RECORDS, file), "utf8");
    const [, section = ""] = /^delete\n((?: {2}.*\n)+)/mu.exec(text) ?? [];
    return (section.match(/^ {2}(?:POST|PATCH|PUT|DELETE)/gmu) ?? []).length > 1 ? [file.split(/[.-]/u)[0] ?? ""] : [];
  }),
);

const REFUSED = { type: "authentication_error", code: "permission_denied", detail: "Not now.", attr: null };

/** A fault that refuses every write from an index on. */
function refusedFrom(methods: readonly string[], index: number): FaultSpec[] {
  return [...new Set(methods)].map((method) => ({
    kind: "status",
    status: 403,
    body: REFUSED,
    method,
    nth: methods.slice(0, index).filter((one) => one === method).length + 1,
    times: 0,
  }));
}

describeRows(
  (fixture) => {
    const { row } = fixture;
    const prepared = async (): Promise<Entry> => {
      const make = PREPARED[row.resource] ?? (async () => (await settled(fixture)).entry);
      const entry = await make(fixture);
      fixture.world.sandbox.control.clearRequests();
      return entry;
    };

    test("its removal, cut off after each of its requests, leaves what the state still leads to", async () => {
      const { control } = fixture.world.sandbox;
      const whole = await prepared();
      await fixture.start().delete(row.resource, whole);
      const writes = writesOf(fixture.world);
      const methods = writes.map(({ method }) => method);
      expect(methods.length).toBeGreaterThan(1);
      // The object in the state is deleted last.
      const names = [whole.state["integrationId"], whole.state["exportId"], whole.id.split("/").at(-1)];
      const named = names.find((name) => typeof name === "string") ?? "";
      expect(writes.at(-1)?.path).toContain(`/${named}/`);
      for (let done = 0; done < methods.length; done += 1) {
        const entry = await prepared();
        for (const fault of refusedFrom(methods, done)) control.addFault(fault);
        await expect(fixture.start().delete(row.resource, entry)).rejects.toThrow(/Not now/u);
        control.clearFaults();
        // A refresh keeps the entry, because the remaining object is the one in the state.
        const read = await fixture.start().read(row.resource, entry);
        expect([done, read?.id]).toEqual([done, entry.id]);
        await fixture.start().delete(row.resource, read ?? entry);
        expect(row.count(fixture.world, fixture.full)).toBe(row.countAfterDelete);
        expect(await fixture.start().read(row.resource, entry)).toBeUndefined();
      }
    });
  },
  ({ resource }, engine, dialect) =>
    (resource in PREPARED || RECORDED.has(resource)) && engine === ENGINES[0] && dialect === "2026-09",
  { furtherEngines: "none" },
);
