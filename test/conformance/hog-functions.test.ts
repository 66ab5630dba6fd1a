import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";

import type { Dialect } from "../../packages/sandbox/src/index.ts";
import type { Values } from "../../src/model/json-value.ts";
import { UNKNOWN, TYPED_ENGINES } from "../support/conformance-engine.ts";
import type { EngineRun, Entry } from "../support/engine-under-test.ts";
import { LONG_TIMEOUT } from "../support/scenario-faults.ts";
import { startWorld, type World, writesOf } from "../support/scenario-world.ts";

const RESOURCE = "HogFunction";
const NO_CHANGE = { changes: false, replaces: [] };
const BOTS = { type: "transformation", name: "Drop bots", hog: "return event", enabled: true };
const MAIL = {
  type: "destination",
  templateId: "template-sendgrid",
  name: "Mail",
  secretInputs: { api_key: "SG-canary" },
};

describe.each(TYPED_ENGINES.map((engine) => ({ name: engine.name, engine })))("hog functions, $name", ({ engine }) => {
  let world: World;
  let projectId: string;

  const open = async (dialect: Dialect = "2026-09"): Promise<void> => {
    world = await startWorld(dialect);
    projectId = String(world.project(world.organizationId));
  };
  const start = (): EngineRun => world.start(engine, LONG_TIMEOUT);
  const checked = async (further: Values): Promise<Values> => {
    const { inputs, problems } = await start().check(RESOURCE, undefined, { projectId, ...further });
    expect(problems).toEqual([]);
    return inputs;
  };
  const made = async (further: Values): Promise<{ entry: Entry; inputs: Values }> => {
    const inputs = await checked(further);
    return { entry: await start().create(RESOURCE, inputs), inputs };
  };
  const changed = async (entry: Entry, inputs: Values): Promise<Entry> => {
    expect((await start().diff(RESOURCE, entry, inputs)).changes).toBe(true);
    const after = await start().update(RESOURCE, entry, inputs);
    expect(await start().diff(RESOURCE, after, inputs)).toEqual(NO_CHANGE);
    return after;
  };
  /** The result of a check of inputs, in the engine's form. */
  const saidOf = async (further: Values): Promise<string> => {
    const outcome = start().check(RESOURCE, undefined, { projectId, ...further });
    return outcome.then(({ problems }) => JSON.stringify(problems), String);
  };
  const rows = (): readonly Values[] => world.sandbox.control.call("GET", "hog-functions") as readonly Values[];
  const rowOf = ({ id }: Entry): Values | undefined => rows().find((row) => id.endsWith(String(row["id"])));
  const named = (name: string): Values | undefined => rows().find((row) => row["name"] === name);

  afterEach(async () => world.sandbox.close());

  describe("of 2026-09", () => {
    beforeEach(() => open());

    test("need a project alone; their place among others is kept when they are enabled", async () => {
      const { entry, inputs } = await made({ ...BOTS, enabled: false, executionOrder: 7 });
      expect(rowOf(entry)).toMatchObject({ enabled: false, execution_order: 7 });
      const after = await changed(entry, { ...inputs, enabled: true });
      expect(rowOf(after)).toMatchObject({ enabled: true, execution_order: 7 });
      const again = await start().read(RESOURCE, after);
      expect(again?.state).toEqual(after.state);
    });

    test("by a template alone have what it gives, and nothing of that is a difference", async () => {
      const { entry, inputs } = await made(MAIL);
      expect(rowOf(entry)).toMatchObject({
        description: "Updates contacts",
        secrets: { api_key: { value: "SG-canary" } },
      });
      const read = await start().read(RESOURCE, entry);
      expect(read).toEqual({ ...entry, inputs: read?.inputs });
      expect(await start().diff(RESOURCE, entry, inputs)).toEqual(NO_CHANGE);
    });

    test("keep their secrets when other inputs change, and take a new one alone", async () => {
      const { entry, inputs } = await made(MAIL);
      const mailed = { ...inputs, inputs: JSON.stringify({ email: "ann@acme.example" }) };
      const after = await changed(entry, mailed);
      expect(rowOf(after)).toMatchObject({
        inputs: { email: { value: "ann@acme.example" } },
        secrets: { api_key: { value: "SG-canary" } },
      });
      const rotated = await changed(after, { ...mailed, secretInputs: { api_key: "SG-rotated" } });
      expect(rowOf(rotated)).toMatchObject({
        inputs: { email: { value: "ann@acme.example" } },
        secrets: { api_key: { value: "SG-rotated" } },
      });
    });

    test("take secrets that are no text as JSON", async () => {
      const schema = JSON.stringify([{ key: "headers", type: "dictionary", secret: true }]);
      const code = { type: "destination", name: "Post", hog: "fetch('x')", inputsSchema: schema };
      const { entry } = await made({ ...code, secretInputs: { headers: JSON.stringify({ token: "x" }) } });
      expect(rowOf(entry)).toMatchObject({ secrets: { headers: { value: { token: "x" } } } });
    });

    test.each([
      [
        "a template that nobody knows",
        { ...MAIL, templateId: "template-mail" },
        /has no template .{1,2}template-mail/u,
      ],
      ["an internal template", { ...MAIL, templateId: "template-email" }, /is internal/u],
      ["a template of another type", { ...MAIL, type: "transformation" }, /for functions of another type: declare/u],
      [
        "a secret in clear",
        { ...MAIL, secretInputs: {}, inputs: '{"api_key":"x"}' },
        /api_key.{0,2} is secret: set it in/u,
      ],
      [
        "an input that it has not",
        { ...MAIL, inputs: '{"emial":"x"}' },
        /emial.{0,2}, which isn't an input .*did you mean email/u,
      ],
      ["less than it needs", { ...MAIL, secretInputs: {} }, /api_key.{0,2} is required and not given/u],
      [
        "a second one of the template that adds places",
        { type: "transformation", templateId: "template-geoip", name: "Places" },
        /has one of template-geoip already.*GeoIP/u,
      ],
    ])("are refused in the preview with %s", async (_what, inputs, words) => {
      expect(await saidOf(inputs)).toMatch(words);
      expect(writesOf(world)).toEqual([]);
    });

    test("manage the function that every project has, once it is adopted", async () => {
      const geoip = { type: "transformation", templateId: "template-geoip", name: "GeoIP" };
      await expect(made(geoip)).rejects.toThrow(/exists already/u);
      const { entry, inputs } = await made({ ...geoip, adopt: "GeoIP" });
      expect(writesOf(world)).toEqual([]);
      expect(entry.id).toBe(`${projectId}/${String(named("GeoIP")?.["id"])}`);
      await changed(entry, { ...inputs, enabled: false });
      expect(named("GeoIP")).toMatchObject({ enabled: false });
    });

    test("are refused in the preview where a project has all the transformations that it may have", async () => {
      const { entry, inputs } = await made({ ...BOTS, enabled: false });
      for (let count = 1; count < 20; count += 1) {
        const body = { type: "transformation", name: `T${count}`, hog: "return event", enabled: true };
        await world.send("POST", `projects/${projectId}/hog_functions/`, body);
      }
      expect(await saidOf({ ...BOTS, name: "One more" })).toMatch(/20 enabled transformations/u);
      const enabling = start().diff(RESOURCE, entry, { ...inputs, enabled: true });
      expect(await enabling.then(JSON.stringify, String)).toMatch(/20 enabled transformations/u);
      expect(await saidOf({ ...BOTS, name: "One more", enabled: false })).toBe("[]");
    });

    test("are looked at when everything is known: nothing is asked before", async () => {
      world.sandbox.control.clearRequests();
      const { problems } = await start().check(RESOURCE, undefined, { ...BOTS, projectId: UNKNOWN });
      expect(problems).toEqual([]);
      expect(world.sandbox.control.counts()).toEqual({});
    });

    test("keep mappings that nobody declares, whatever a change without them does", async () => {
      world.sandbox.control.changeSettings({ patchKeepsMappings: false });
      const { entry, inputs } = await made({ type: "destination", name: "Out", hog: "x" });
      const at = `projects/${projectId}/hog_functions/${String(rowOf(entry)?.["id"])}/`;
      const filters = { events: [{ id: "signup", type: "events", order: 0 }] };
      const mapping = {
        name: "m",
        filters,
        inputs_schema: [{ key: "a", type: "string" }],
        inputs: { a: { value: "1" } },
      };
      await world.send("PATCH", at, { mappings: [mapping] });
      const before = rowOf(entry)?.["mappings"];
      const after = await changed(entry, { ...inputs, enabled: true });
      expect(rowOf(after)).toMatchObject({ enabled: true, mappings: before });
      expect(before).toMatchObject([{ filters, inputs: { a: { value: "1" } } }]);
      const declared = { ...inputs, enabled: true, mappings: JSON.stringify([{ ...mapping, disabled: false }]) };
      expect((await start().update(RESOURCE, after, declared)).state["mappings"]).toEqual(expect.any(String));
      const last = await start().read(RESOURCE, after);
      await start().delete(RESOURCE, last ?? after);
      expect(rowOf(after)).toMatchObject({ deleted: true, mappings: before });
    });

    test("say where their events come from without that being a difference", async () => {
      const events = [{ id: "$error_tracking_issue_created", type: "events" }];
      const alert = { type: "internal_destination", name: "Alert", hog: "x" };
      const { entry, inputs } = await made({ ...alert, filters: JSON.stringify({ source: "events", events }) });
      expect(rowOf(entry)).toMatchObject({ filters: { source: "internal-events", events } });
      expect(await start().diff(RESOURCE, entry, inputs)).toEqual(NO_CHANGE);
      const read = await start().read(RESOURCE, entry);
      expect(await start().diff(RESOURCE, read ?? entry, inputs)).toEqual(NO_CHANGE);
      const plain = { ...inputs, filters: JSON.stringify({ events }) };
      expect((await start().read(RESOURCE, await start().update(RESOURCE, entry, plain)))?.state).toMatchObject({
        filters: expect.stringContaining("$error_tracking_issue_created"),
      });
      const other = await made({
        type: "destination",
        name: "People",
        hog: "x",
        filters: '{"source":"person-updates"}',
      });
      expect(rowOf(other.entry)).toMatchObject({ filters: { source: "person-updates" } });
      const dropped = JSON.stringify({ source: "person-updates", events });
      expect(await saidOf({ type: "destination", name: "P", hog: "x", filters: dropped })).toMatch(
        /which the service drops/u,
      );
    });

    test("get their declared order again when a person restored or enabled them, in the next update", async () => {
      const { entry, inputs } = await made({ ...BOTS, executionOrder: 2 });
      await made({ ...BOTS, name: "Other" });
      const at = `projects/${projectId}/hog_functions/${String(rowOf(entry)?.["id"])}/`;
      await world.send("PATCH", at, { deleted: true });
      await world.send("PATCH", at, { deleted: false });
      expect(rowOf(entry)).not.toMatchObject({ execution_order: 2 });
      const restored = await start().read(RESOURCE, entry);
      const after = await changed(restored ?? entry, inputs);
      expect(rowOf(after)).toMatchObject({ execution_order: 2 });
      await world.send("PATCH", at, { enabled: false });
      await world.send("PATCH", at, { enabled: true });
      // Without a refresh: another change is enough.
      await start().update(RESOURCE, after, { ...inputs, description: "of bots" });
      expect(rowOf(after)).toMatchObject({ enabled: true, execution_order: 2 });
    });

    test("keep a secret that leaves the program, since the service empties none", async () => {
      const schema = JSON.stringify([{ key: "token", type: "string", secret: true }]);
      const code = { type: "destination", name: "Post", hog: "fetch('x')", inputsSchema: schema };
      const { entry, inputs } = await made({ ...code, secretInputs: { token: "s3cret-canary" } });
      const { secretInputs: _left, ...without } = inputs;
      const after = await start().update(RESOURCE, entry, without);
      expect(await start().diff(RESOURCE, after, without)).toEqual(NO_CHANGE);
      expect(rowOf(entry)).toMatchObject({ secrets: { token: { value: "s3cret-canary" } } });
      await start().update(RESOURCE, after, { ...without, inputsSchema: "[]" });
      expect(rowOf(entry)).toMatchObject({ secrets: {} });
    });

    test("have the default of a required input that nobody gives, and blanks around code are no difference", async () => {
      const schema = JSON.stringify([
        { key: "url", type: "string", required: true, default: "https://d.acme.example" },
        { key: "note", type: "string" },
      ]);
      const code = { type: "destination", name: "Post", hog: "\nfetch(inputs.url)\n\n", inputsSchema: schema };
      const { entry, inputs } = await made(code);
      expect(rowOf(entry)).toMatchObject({ inputs: { url: { value: "https://d.acme.example" } } });
      const read = await start().read(RESOURCE, entry);
      expect(await start().diff(RESOURCE, read ?? entry, inputs)).toEqual(NO_CHANGE);
    });

    test("of old destinations are shown and imported, and made by nobody", async () => {
      const { entry } = await made({ type: "destination", name: "Old", hog: "x" });
      world.sandbox.control.call("PATCH", `hog-functions/${String(rowOf(entry)?.["id"])}`, {
        type: "legacy_destination",
      });
      const found = await start().find(RESOURCE, entry.id);
      expect(found?.state).toMatchObject({ type: "legacy_destination", name: "Old" });
      const inputs = { projectId, type: "legacy_destination", name: "Old", hog: "x" };
      const adopted = await made({ ...inputs, adopt: "Old" });
      expect(await start().diff(RESOURCE, adopted.entry, adopted.inputs)).toEqual(NO_CHANGE);
      expect(await saidOf({ ...inputs, name: "New" })).toMatch(/Only the service creates functions of this type/u);
    });

    test("are gone with their project", async () => {
      const { id } = await world.send("POST", `organizations/${world.organizationId}/projects/`, { name: "Short" });
      projectId = String(id);
      const { entry } = await made(BOTS);
      await world.send("DELETE", `organizations/${world.organizationId}/projects/${projectId}/`);
      expect(await start().read(RESOURCE, entry)).toBeUndefined();
      await expect(start().delete(RESOURCE, entry)).resolves.toBeUndefined();
    });
  });

  describe("of 2025-08, whose list leaves out what they are given", () => {
    const WHOLE = {
      type: "destination",
      name: "Whole",
      hog: "fetch(inputs.url)",
      inputsSchema: JSON.stringify([{ key: "url", type: "string" }]),
      inputs: JSON.stringify({ url: "https://hook.acme.example" }),
      liquidInputs: ["url"],
      masking: JSON.stringify({ hash: "{person.id}", ttl: 60 }),
      mappings: JSON.stringify([{ name: "Sign up", filters: { events: [{ id: "signup", type: "events" }] } }]),
    };

    beforeEach(() => open("2025-08"));

    test("are read by themselves, once each, where they declare that, and not at all where they do not", async () => {
      const { entry, inputs } = await made(WHOLE);
      const plain = await made(BOTS);
      world.sandbox.control.clearRequests();
      const run = start();
      const read = await run.read(RESOURCE, entry);
      expect(read?.state).toEqual(entry.state);
      expect((await run.read(RESOURCE, plain.entry))?.state).toEqual(plain.entry.state);
      expect(world.sandbox.control.counts()).toEqual({
        "GET /api/projects/:project_id/hog_functions/": 1,
        "GET /api/projects/:project_id/hog_functions/:id/": 1,
      });
      expect(await start().diff(RESOURCE, entry, inputs)).toEqual(NO_CHANGE);
    });

    test("show what was changed outside, and are mended", async () => {
      const { entry, inputs } = await made(WHOLE);
      const functionId = entry.id.split("/").at(-1);
      await world.send("PATCH", `projects/${projectId}/hog_functions/${functionId}/`, {
        inputs: { url: { value: "x" } },
      });
      const read = await start().read(RESOURCE, entry);
      expect(String(read?.state["inputs"])).toContain('"x"');
      await changed(read ?? entry, inputs);
      expect(rowOf(entry)).toMatchObject({ inputs: { url: { value: "https://hook.acme.example" } } });
    });

    test("are adopted with everything that they have", async () => {
      const { entry } = await made(WHOLE);
      const { entry: again } = await made({ ...WHOLE, adopt: entry.id });
      expect(again.id).toBe(entry.id);
      await expect(
        made({ type: "transformation", templateId: "plugin-posthog-plugin-geoip", name: "GeoIP" }),
      ).rejects.toThrow(/exists already/u);
    });
  });

  test("are refused in the preview by a service of the documented contract", async () => {
    await open("documented");
    expect(await saidOf(BOTS)).toMatch(/This service has no hog functions/u);
  });
});
