import { afterEach, describe, expect, test } from "@jest/globals";

import type { Values } from "../../../src/model/json-value.ts";
import { ENGINES } from "../../support/conformance-engine.ts";
import type { Engine, Entry } from "../../support/engine-under-test.ts";
import { callWith } from "../../support/functions/function-world.ts";
import { fixtureOf, functionNamed } from "../../support/functions/table.ts";
import { NewestService } from "../../support/newest-service.ts";
import type { World } from "../../support/scenario-world.ts";

const [ENGINE = ENGINES[0]] = ENGINES;

/** One observation of a running 2026-09 service. */
interface Row {
  /** The file that records this fact. */
  readonly source: string;
  readonly fact: string;
  /** Checks the sandbox's response, and then the effect on a program. */
  readonly holds: (stage: Stage) => Promise<void>;
}

/** A service with a project, for plain requests and for the provider. */
class Stage {
  readonly #service: NewestService;
  readonly project: string;

  private constructor(service: NewestService) {
    this.#service = service;
    this.project = String(service.world.project(service.world.organizationId));
  }

  static async open(): Promise<Stage> {
    const stage = new Stage(await NewestService.open(ENGINE as Engine, "Project"));
    stage.#service.world.settleIn(stage.#service.world.organizationId);
    return stage;
  }

  get control(): NewestService["world"]["sandbox"]["control"] {
    return this.#service.world.sandbox.control;
  }

  /** Sends a request below the projects, and returns its status and body. */
  async send(method: string, path: string, body?: Values): Promise<{ status: number; json: Values }> {
    return send(this.#service.world, method, path, body);
  }

  /** Declares and creates a project with this name. By default, it has received events. */
  async make(name: string, wasUsed = true): Promise<Entry> {
    const { world } = this.#service;
    const declared = { organizationId: world.organizationId, name, deletionProtection: false };
    const { entry } = await this.#service.create(declared);
    if (wasUsed) this.control.call("PATCH", `projects/${idOf(entry)}`, { ingested_event: true });
    return entry;
  }

  /** Declares and creates something in the first project. */
  async declare(resource: string, declared: Values): Promise<Entry> {
    const run = this.#service.start();
    const { inputs, problems } = await run.check(resource, undefined, { projectId: this.project, ...declared });
    if (problems.length > 0) throw new Error(problems.join("\n"));
    return run.create(resource, inputs);
  }

  async refresh(resource: string, entry: Entry): Promise<Entry | undefined> {
    return this.#service.start().read(resource, entry);
  }

  async destroy(resource: string, entry: Entry): Promise<void> {
    await this.#service.start().delete(resource, entry);
  }

  said(): string {
    return this.#service.said();
  }

  close(): Promise<void> {
    return this.#service.world.sandbox.close();
  }
}

const idOf = ({ id }: Entry): string => id.split("/")[1] ?? "";
const rulesIn = ({ json }: { json: Values }): unknown[] => json["access_controls"] as unknown[];

/** A rule of access: its request, and its declaration in a program. */
const access = (fact: string, path: string, body: Values, resource: string, declared: Values): Row => ({
  source: "access-control.md",
  fact: `the vendor's provider 1.0.21 works with ${fact}`,
  holds: async (stage) => {
    stage.control.call("POST", "guarded-objects", { project: Number(stage.project), resource: "dashboard", id: "7" });
    const route = `${stage.project}/${path}`;
    const { status, json } = await stage.send("PUT", route, { ...body, access_level: "none" });
    expect([status, json]).toEqual([200, expect.objectContaining({ ...body, access_level: "none" })]);
    expect(json).not.toHaveProperty("id");
    expect(rulesIn(await stage.send("GET", route))).toEqual([json]);
    expect((await stage.send("PUT", route, { ...body, access_level: null })).status).toBe(204);
    const entry = await stage.declare(resource, { ...declared, level: "none" });
    expect(rulesIn(await stage.send("GET", route))).toEqual([
      expect.objectContaining({ ...body, access_level: "none" }),
    ]);
    expect((await stage.refresh(resource, entry))?.id).toBe(entry.id);
    await stage.destroy(resource, entry);
    expect(rulesIn(await stage.send("GET", route))).toEqual([]);
  },
});

const ROWS: readonly Row[] = [
  access("a project's default", "access_controls/", {}, "ProjectAccess", {}),
  access("a rule of a kind", "resource_access_controls/", { resource: "dashboard" }, "AccessControl", {
    resource: "dashboard",
  }),
  access(
    "a rule of one object",
    "dashboards/7/access_controls/",
    { resource: "dashboard", resource_id: "7" },
    "AccessControl",
    { resource: "dashboard", resourceId: "7" },
  ),
  {
    source: "projects.md",
    fact: "a project pending deletion keeps its name reserved",
    holds: async (stage) => {
      const entry = await stage.make("Shop");
      await stage.destroy("Project", entry);
      const { status, json } = await stage.send("POST", "", { name: "Shop" });
      const detail = 'There is already a project called "Shop" in this organization. Choose a different name.';
      expect([status, json]).toEqual([409, expect.objectContaining({ detail })]);
      await expect(stage.make("Shop")).rejects.toThrow(/Project "Shop" is taken\n.*being deleted.*for two days/su);
    },
  },
  {
    source: "projects.md",
    fact: "a project into which no event came is deleted at once",
    holds: async (stage) => {
      const entry = await stage.make("Empty", false);
      expect((await stage.send("DELETE", `${idOf(entry)}/`)).status).toBe(204);
      expect((await stage.send("GET", `${idOf(entry)}/`)).status).toBe(404);
      expect(await stage.refresh("Project", entry)).toBeUndefined();
      expect((await stage.make("Empty", false)).id).not.toBe(entry.id);
    },
  },
  {
    source: "projects.md",
    fact: "a deleted project leaves the list at once and is readable for two days",
    holds: async (stage) => {
      const entry = await stage.make("Shop");
      expect((await stage.send("DELETE", `${idOf(entry)}/`)).status).toBe(204);
      const listed = (await stage.send("GET", "")).json["results"] as { id: number }[];
      expect(listed.map(({ id }) => String(id))).not.toContain(idOf(entry));
      const { status, json } = await stage.send("GET", `${idOf(entry)}/`);
      expect([status, json["is_pending_deletion"]]).toEqual([200, true]);
      expect(await stage.refresh("Project", entry)).toBeUndefined();
      await expect(stage.destroy("Project", entry)).resolves.toBeUndefined();
    },
  },
  {
    source: "projects.md",
    fact: "a new project has a primary dashboard from the start",
    holds: async (stage) => {
      const entry = await stage.make("Shop");
      expect((await stage.send("GET", `${idOf(entry)}/`)).json["primary_dashboard"]).toEqual(expect.any(Number));
      // No program declares this, so a refresh finds nothing to do.
      expect((await stage.refresh("Project", entry))?.state).toEqual(entry.state);
    },
  },
  {
    source: "projects.md and hog-functions.md",
    fact: "a new project has an enabled transformation of template-geoip",
    holds: async (stage) => {
      const entry = await stage.make("Shop");
      const functions = stage.control.call("GET", `hog-functions?project=${idOf(entry)}`) as readonly Values[];
      const template = "template-geoip";
      expect(functions).toEqual([expect.objectContaining({ type: "transformation", enabled: true })]);
      const declared = { projectId: idOf(entry), type: "transformation", templateId: template, name: "GeoIP" };
      await expect(stage.declare("HogFunction", declared)).rejects.toThrow(/exists already/u);
      const adopted = await stage.declare("HogFunction", { ...declared, adopt: "GeoIP" });
      expect(adopted.id).toBe(`${idOf(entry)}/${String(functions[0]?.["id"])}`);
    },
  },
];

describe("what others observed at a running 2026-09 service", () => {
  let stage: Stage | undefined;
  afterEach(() => stage?.close());

  test.each(ROWS)("$source: $fact", async ({ holds }) => {
    expect.hasAssertions();
    stage = await Stage.open();
    await holds(stage);
  });

  describe("persons-and-events.md", () => {
    const world = fixtureOf("2026-09");
    test("a bulk deletion queues the profiles, deletes none at once, and has removed all of them after three minutes", async () => {
      const { sandbox, seeded, context } = world();
      const { projectId } = seeded;
      const persons = (): number => (sandbox.control.call("GET", `persons?project=${projectId}`) as []).length;
      const before = persons();
      const path = `${projectId}/persons/bulk_delete/`;
      const { status, json } = await send(world(), "POST", path, { distinct_ids: ["bob"] });
      expect([status, json]).toEqual([
        202,
        expect.objectContaining({ persons_found: 1, persons_queued_for_deletion: 1, persons_deleted: 0 }),
      ]);
      const args = { projectId, distinctIds: ["ada"] };
      const result = await callWith(functionNamed("bulkDeletePersons"), args, context());
      expect(result).toMatchObject({ found: 1, queued: 1, deleted: 0, items: [{ id: "ada", outcome: "accepted" }] });
      expect(persons()).toBe(before);
      sandbox.control.advanceClock(180);
      expect(persons()).toBe(before - 2);
    });
  });
});

/** Sends a request below the projects of the current organization, and returns its status and body. */
async function send(
  { sandbox, apiKey }: Pick<World, "sandbox" | "apiKey">,
  method: string,
  path: string,
  body?: Values,
): Promise<{ status: number; json: Values }> {
  const answer = await fetch(`${sandbox.host}/api/projects/${path}`, {
    method,
    headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, json: text === "" ? {} : (JSON.parse(text) as Values) };
}
