import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";

import { resources } from "../../src/catalog/resources/index.ts";
import { EXAMPLE_ORGANIZATION } from "../../src/catalog/fields/field-types.ts";
import { ENGINES } from "../support/conformance-engine.ts";
import type { EngineRun } from "../support/engine-under-test.ts";
import { ROWS, withoutRow } from "../support/conformance-rows.ts";
import { FakeService } from "../support/fake-service.ts";
import { noteOn } from "../support/note.ts";

/** An empty service, because the resource has its own requests. */
let server: Server;
beforeAll(async () => {
  server = createServer((_request, response) => {
    response.writeHead(404, { "content-type": "application/json" }).end('{"detail":"Not found."}');
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** The registry with a resource that no line outside of its declaration knows. */
function open() {
  const service = new FakeService();
  service.organizations.set(EXAMPLE_ORGANIZATION, new Map());
  const definitions = [...resources, noteOn(service)];
  const host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const settings = { host, apiKey: "phx_toy", organizationId: EXAMPLE_ORGANIZATION };
  return { service, definitions, settings, row: (id: string) => service.row(id, EXAMPLE_ORGANIZATION) };
}

const NOTE = { title: "Buy milk", color: "red", combination: "HUSHED" };

async function checked(run: EngineRun, inputs: Readonly<Record<string, unknown>>) {
  const { inputs: filled, problems } = await run.check("Note", undefined, inputs);
  expect(problems).toEqual([]);
  return filled;
}

describe.each(ENGINES)("a resource of one more declaration, $name", (engine) => {
  test("is created, read, compared, updated, imported and deleted", async () => {
    const { service, definitions, settings, row } = open();
    const start = (): EngineRun => engine.start({ ...settings, definitions });
    const inputs = await checked(start(), NOTE);
    const made = await start().create("Note", inputs);
    expect(made.id).toBe(`${EXAMPLE_ORGANIZATION}/b1`);
    expect(made.state).toMatchObject({ ...NOTE, organizationId: EXAMPLE_ORGANIZATION, noteId: "b1" });
    expect(row("b1")).toMatchObject({ name: "Buy milk", color: "red", combination: "HUSHED" });
    expect((await start().read("Note", made))?.state).toEqual(made.state);
    expect(await start().diff("Note", made, inputs)).toEqual({ changes: false, replaces: [] });

    const next = await checked(start(), { ...NOTE, title: "Buy bread" });
    expect(await start().diff("Note", made, next)).toEqual({ changes: true, replaces: [] });
    const changed = await start().update("Note", made, next);
    expect(service.bodies.at(-1)).toEqual({ name: "Buy bread" });
    expect((await start().find("Note", `${EXAMPLE_ORGANIZATION}/Buy bread`))?.id).toBe(made.id);

    await start().delete("Note", changed);
    expect(row("b1")).toBe(undefined);
    expect(await start().read("Note", changed)).toBe(undefined);
  });

  test("keeps a secret inside of an object apart from the rest of it", async () => {
    const { service, definitions, settings, row } = open();
    const runs: EngineRun[] = [];
    const start = (): EngineRun => {
      const run = engine.start({ ...settings, definitions });
      runs.push(run);
      return run;
    };
    const lock = { maker: "Acme", bolts: 2, code: "canary-1" };
    const inputs = await checked(start(), { ...NOTE, lock });
    const made = await start().create("Note", inputs);
    expect(made.state["lock"]).toEqual(lock);
    expect([row("b1"), service.hidden.get("b1")]).toMatchObject([{ maker: "Acme" }, { password: "canary-1" }]);
    expect(await start().diff("Note", made, inputs)).toEqual({ changes: false, replaces: [] });

    // Differences are sent, and the secret only if it differs.
    const moved = await start().update("Note", made, await checked(start(), { ...NOTE, lock: { ...lock, bolts: 3 } }));
    expect(service.bodies.at(-1)).toEqual({ maker: "Acme", bolts: 3 });
    const next = await checked(start(), { ...NOTE, lock: { ...lock, bolts: 3, code: "canary-2" } });
    expect(await start().diff("Note", moved, next)).toEqual({ changes: true, replaces: [] });
    const changed = await start().update("Note", moved, next);
    expect(service.bodies.at(-1)).toEqual({ maker: "Acme", bolts: 3, password: "canary-2" });

    // Drift of other fields leaves it unchanged. It goes with its object.
    await service.update(EXAMPLE_ORGANIZATION, "b1", { bolts: 4 });
    const drifted = await start().read("Note", changed);
    expect(drifted?.state["lock"]).toEqual({ ...lock, bolts: 4, code: "canary-2" });
    await service.update(EXAMPLE_ORGANIZATION, "b1", { maker: null });
    const lost = await start().read("Note", changed);
    expect(lost?.state["lock"]).toBe(undefined);
    const before = service.bodies.length;
    await start().update("Note", lost ?? changed, next);
    expect(service.bodies.slice(before)).toEqual([{ maker: "Acme", bolts: 3, password: "canary-2" }]);
    expect(JSON.stringify(runs.map(({ messages }) => messages))).not.toContain("canary");
  });

  test("takes the first secret that is given after an import for the current one", async () => {
    const { service, definitions, settings } = open();
    const start = (): EngineRun => engine.start({ ...settings, definitions });
    const inputs = await checked(start(), { ...NOTE, lock: { maker: "Acme", code: "canary-1" } });
    await start().create("Note", inputs);
    const found = await start().find("Note", `${EXAMPLE_ORGANIZATION}/b1`);
    expect(found?.state["lock"]).toEqual({ maker: "Acme" });
    if (found === undefined) throw new Error("Nothing was found");
    const count = service.bodies.length;
    const kept = await start().update("Note", found, inputs);
    expect(service.bodies.length).toBe(count);
    expect(await start().diff("Note", kept, inputs)).toEqual({ changes: false, replaces: [] });
    const next = await checked(start(), { ...NOTE, lock: { maker: "Acme", code: "canary-2" } });
    expect(await start().diff("Note", kept, next)).toEqual({ changes: true, replaces: [] });
  });

  test("is checked by its own rules, and replaced by what its declaration says", async () => {
    const { definitions, settings } = open();
    const run = engine.start({ ...settings, definitions });
    const lock = await run.check("Note", undefined, { ...NOTE, lock: { maker: "", code: "psst", bolts: "canary" } });
    expect(lock.problems.join("\n")).toMatch(/lock\.maker[\s\S]*lock\.bolts/u);
    const short = await run.check("Note", undefined, { ...NOTE, lock: { maker: "Acme", code: "hsh" } });
    expect(short.problems.join("\n")).toContain("lock.code");
    expect(short.problems.join("\n")).not.toContain("hsh");
    const { problems } = await run.check("Note", undefined, { ...NOTE, title: "", color: "pink" });
    expect(problems.join("\n")).toMatch(/title[\s\S]*color/u);
    const entry = await run.create("Note", await checked(run, NOTE));
    const moved = { ...NOTE, organizationId: EXAMPLE_ORGANIZATION.replace("0", "1") };
    expect(await run.diff("Note", entry, moved)).toEqual({ changes: true, replaces: ["organizationId"] });
  });

  test("is unknown where the registry lacks it", async () => {
    const { settings } = open();
    const made = (async () => engine.start(settings).create("Note", NOTE))();
    await expect(made).rejects.toThrow(/no resource .*Note|orgform_note isn't a resource/u);
  });
});

test("the conformance table does not pass without a row for it", () => {
  expect(withoutRow(resources, ROWS)).toEqual([]);
  expect(withoutRow(open().definitions, ROWS)).toEqual(["Note"]);
});
