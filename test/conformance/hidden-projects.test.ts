import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";

import type { Snapshot } from "../../packages/sandbox/src/index.ts";
import type { Values } from "../../src/model/json-value.ts";
import { ENGINES, STORY_ENGINES } from "../support/conformance-engine.ts";
import type { EngineRun, Entry } from "../support/engine-under-test.ts";
import { isInFull } from "../support/extent.ts";
import { addMember, memberIn } from "../support/scenario-people.ts";
import { requestsOf, startWorld, type World, writesOf } from "../support/scenario-world.ts";

const ANN = "ann@globex.example";

/** The scopes that reading the objects of this table requires. */
const SCOPES = [
  "project:read",
  "batch_export:read",
  "hog_function:read",
  "access_control:read",
  "integration:read",
  "organization_member:read",
];

/** Keys of the same account. The key with the scope can read the organization's level and plan. */
const KEYS = [
  ["with organization:read", [...SCOPES, "organization:read"]],
  ["without organization:read", SCOPES],
] as const;

/** The objects in a project, besides the project itself. */
const OBJECTS: readonly (readonly [string, (at: Values) => Values])[] = [
  ["Project", ({ organizationId }) => ({ organizationId, name: "Web shop", deletionProtection: false })],
  ["ProjectAccess", ({ projectId }) => ({ projectId, level: "member" })],
  ["AccessControl", ({ projectId }) => ({ projectId, resource: "dashboard", level: "viewer" })],
  [
    "BatchExport",
    ({ organizationId, projectId }) => ({
      organizationId,
      projectId,
      name: "Events",
      // In the days that a deletion takes, an export by the hour would run more often than everything else is asked for.
      paused: true,
      interval: "day",
      destination: { http: { url: "https://eu.i.posthog.com/batch/", token: "t-canary" } },
    }),
  ],
  ["HogFunction", ({ projectId }) => ({ projectId, type: "destination", name: "Hook", hog: "return event" })],
  [
    "Integration",
    ({ projectId }) => ({
      projectId,
      s3Compatible: {
        name: "warehouse",
        awsAccessKeyId: "a-canary",
        awsSecretAccessKey: "s-canary",
        endpointUrl: "https://storage.example.com",
      },
    }),
  ],
];

/** The one way to say it, whatever was read. */
const TELLS_NOTHING =
  /may still exist.*doesn't show project \d+ to this API key\. Either the project was deleted, or an access rule hides it.*administrator's API key.*with a rule.*remove the entry from the state/su;

/** The cases for every engine. The driver, which all engines share, covers the rest of the table. */
const OF_EACH_ENGINE = ["Project", "ProjectAccess", "BatchExport", "HogFunction"];

describe.each(STORY_ENGINES.map((engine) => [engine.name, engine] as const))("%s", (_name, engine) => {
  const isWhole = engine === ENGINES[0] || isInFull();
  const objects = OBJECTS.filter(([resource]) => isWhole || OF_EACH_ENGINE.includes(resource));
  let world: World;
  let project: string;
  let start: Snapshot;
  const entries = new Map<string, Entry & { readonly inputs: Values }>();

  const run = (apiKey: string): EngineRun =>
    engine.start({
      host: world.sandbox.host,
      apiKey,
      config: { requestsPerMinute: "1000000", requestsPerHour: "1000000" },
    });

  beforeAll(async () => {
    world = await startWorld("2026-09");
    world.settleIn(world.organizationId);
    addMember(world, ANN, 1);
    let at: Values = { organizationId: world.organizationId };
    for (const [resource, declared] of OBJECTS) {
      const maker = run(world.apiKey);
      const { inputs, problems } = await maker.check(resource, undefined, declared(at));
      if (problems.length > 0) throw new Error(problems.join("\n"));
      const made = await maker.create(resource, inputs);
      if (resource === "Project") at = { ...at, projectId: made.state["projectId"] };
      entries.set(resource, { ...made, inputs });
    }
    project = String(at["projectId"]);
    start = world.sandbox.control.snapshot();
  });
  beforeEach(() => {
    world.sandbox.control.restore(start);
    world.sandbox.control.clearRequests();
  });
  afterAll(() => world.sandbox.close());

  /** Sends a request as the founder would. */
  const hide = () => world.send("PUT", `projects/${project}/access_controls/`, { access_level: "none" });
  const remove = async (): Promise<void> => {
    await world.send("DELETE", `organizations/${world.organizationId}/projects/${project}/`);
    world.sandbox.control.advanceClock(3 * 86_400);
  };
  const keyOf = (email: string, scopes: readonly string[] | null) =>
    world.sandbox.control.createKey({ email, scopes: scopes === null ? null : [...scopes] }).apiKey;
  const entryOf = (resource: string) => entries.get(resource) ?? { id: "", state: {}, inputs: {} };

  /** The result of a refresh with a key: its message, or whether it keeps or drops the object. */
  async function refresh(resource: string, apiKey: string): Promise<string> {
    world.sandbox.control.clearRequests();
    const told = await run(apiKey)
      .read(resource, entryOf(resource))
      .then((read) => (read === undefined ? "dropped" : "kept"), String);
    expect(writesOf(world)).toEqual([]);
    return told;
  }

  describe.each(objects.map(([resource]) => [resource] as const))("%s", (resource) => {
    describe.each(isWhole ? KEYS : KEYS.slice(1))("with a key of a member %s", (_which, scopes) => {
      test("is kept while its project is hidden, with both causes and the ways out", async () => {
        await hide();
        expect(await refresh(resource, keyOf(ANN, scopes))).toMatch(TELLS_NOTHING);
      });

      test("is dropped when its project was deleted", async () => {
        await remove();
        expect(await refresh(resource, keyOf(ANN, scopes))).toBe("dropped");
      });

      if (isWhole) {
        test("is dropped when its project is on its way out", async () => {
          await world.send("DELETE", `organizations/${world.organizationId}/projects/${project}/`);
          expect(await refresh(resource, keyOf(ANN, scopes))).toBe("dropped");
        });
      }
    });

    if (isWhole) {
      test("is kept while its project is hidden, whatever a deletion of it says", async () => {
        await hide();
        const failure = await run(keyOf(ANN, ["*"]))
          .delete(resource, entryOf(resource))
          .catch(String);
        expect(failure).toMatch(/may still exist|You don't have access to the project/u);
      });
    }

    if (isWhole) {
      test("is read by an administrator all the same, and dropped when it was deleted", async () => {
        await hide();
        const unhidden = resource === "ProjectAccess" ? "none" : entryOf(resource).state["level"];
        const read = await run(world.apiKey).read(resource, entryOf(resource));
        expect([read?.id, read?.state["level"]]).toEqual([entryOf(resource).id, unhidden]);
        await remove();
        expect(await refresh(resource, world.apiKey)).toBe("dropped");
      });
    }

    if (isWhole) {
      test("is read by a member whom a rule lets in", async () => {
        await hide();
        const member = memberIn(world, ANN)?.["id"];
        await world.send("PUT", `projects/${project}/access_controls/`, {
          access_level: "member",
          organization_member: String(member),
        });
        expect(await refresh(resource, keyOf(ANN, KEYS[0][1]))).toBe("kept");
      });
    }
  });

  if (isWhole) {
    test.each(KEYS)(
      "a project of a plan without rules is gone when it is missing, with a key %s",
      async (which, scopes) => {
        world.sandbox.control.setFeatures(world.organizationId, ["organizations_projects"]);
        await remove();
        expect(await refresh("Project", keyOf(ANN, scopes))).toBe("dropped");
        const looks = requestsOf(world).filter((one) => one.includes("batch_exports"));
        expect(looks.length).toBe(which.startsWith("with ") ? 0 : 1);
      },
    );

    test("the account's current organization does not matter", async () => {
      world.sandbox.control.createOrganization({ email: ANN, name: "Ann's own" });
      for (const [resource] of OBJECTS) expect(await refresh(resource, keyOf(ANN, KEYS[0][1]))).toBe("kept");
      await hide();
      expect(await refresh("Project", keyOf(ANN, KEYS[0][1]))).toMatch(TELLS_NOTHING);
      expect(await refresh("HogFunction", keyOf(ANN, KEYS[0][1]))).toMatch(TELLS_NOTHING);
    });
  }

  describe("what `adopt` names", () => {
    if (isWhole) {
      test.each(objects)("is no %s that does not exist while its project is hidden", async (resource, declared) => {
        await hide();
        world.sandbox.control.clearRequests();
        const { id, inputs } = entryOf(resource);
        const adopt = id.split("/").at(-1);
        const at = { organizationId: world.organizationId, projectId: project };
        const adopter = run(keyOf(ANN, ["*"]));
        const failure = await adopter
          .check(resource, undefined, { ...declared(at), adopt })
          .then(({ inputs: checked }) => adopter.create(resource, checked))
          .then((made) => JSON.stringify({ made, inputs }), String);
        expect(failure).toMatch(/may be hidden|might lack projects that are hidden from this key/u);
        expect(failure).toMatch(/administrator/u);
        expect(writesOf(world)).toEqual([]);
      });
    }
  });
});
