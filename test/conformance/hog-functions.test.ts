import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";

import type { Dialect } from "../../packages/sandbox/src/index.ts";
import type { Values } from "../../src/model/json-value.ts";
import { ENGINES, type EngineRun, type Entry, UNKNOWN } from "../support/conformance-engine.ts";
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

describe.each(ENGINES.map((engine) => ({ name: engine.name, engine })))("hog functions, $name", ({ engine }) => {
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
  /** What a check says of inputs, in whatever form the engine has for it. */
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
        /api_key.{0,2} is secret: give it in/u,
      ],
      [
        "an input that it has not",
        { ...MAIL, inputs: '{"emial":"x"}' },
        /emial.{0,2}, which is no input .*did you mean email/u,
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
