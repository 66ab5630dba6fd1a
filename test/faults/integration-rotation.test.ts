import { expect, test } from "@jest/globals";

import type { Values } from "../../src/model/json-value.ts";
import { ENGINES } from "../support/conformance-engine.ts";
import { checked, created, describeRows, type Fixture } from "../support/conformance-table.ts";
import { isInFull } from "../support/extent.ts";
import { integrationsIn } from "../support/rows-integration.ts";
import { interrupt, type Prepared } from "../support/scenario-crash.ts";
import { type Breakage, BREAKAGES } from "../support/scenario-faults.ts";
import { Program } from "../support/scenario-program.ts";
import { isForEach } from "./crash-table.ts";

const RESOURCE = "Integration";
const KEYS = { name: "warehouse", awsAccessKeyId: "AKIA", awsSecretAccessKey: "first" };

/**
 * The existing integrations, their users, the successor, a link for each user, the check for remaining users, and the
 * deletion.
 */
const REQUESTS =
  "GET list, GET list anew, GET users, GET users, POST, PATCH, PATCH, PATCH, GET users, GET users, DELETE".split(", ");

const numbersIn = ({ world }: Fixture): unknown[] => integrationsIn(world).map(({ number }) => number);
/** The numbers that the two exports and the function name. */
function linksIn({ world }: Fixture): unknown[] {
  const functions = world.sandbox.control.call("GET", "hog-functions") as readonly Values[];
  const inputs = functions.map((one) => one["inputs"] as Readonly<Record<string, Values>>);
  return [
    ...world.batchExports().map(({ destination }) => (destination as Values)["integration"]),
    ...inputs.flatMap(({ keys }) => (keys === undefined ? [] : [keys["value"]])),
  ];
}

/** A disabled function with a secret besides the integration. */
const FUNCTION = {
  type: "destination",
  name: "Copy",
  hog: "return event",
  inputs_schema: [
    { key: "keys", type: "integration", label: "Keys" },
    { key: "token", type: "string", label: "Token", secret: true },
  ],
};

function secretOf({ world }: Fixture): unknown {
  const functions = world.sandbox.control.call("GET", "hog-functions") as readonly Values[];
  const secrets = functions.find(({ name }) => name === FUNCTION.name)?.["secrets"] as Readonly<Record<string, Values>>;
  return secrets["token"]?.["value"];
}

/** A program whose next update rotates an integration that two undeclared exports use. */
async function linked(fixture: Fixture): Promise<Prepared> {
  const { world, seeded, engine } = fixture;
  const { projectId } = seeded;
  const { entry, inputs } = await created(fixture, { projectId, awsS3: KEYS });
  for (const name of ["Events", "Persons"]) {
    const config = { bucket_name: "b", region: "eu-central-1", prefix: "p/" };
    const destination = { type: "AwsS3", config, integration: Number(entry.state["integrationId"]) };
    await world.send("POST", `projects/${String(projectId)}/batch_exports/`, { name, interval: "hour", destination });
  }
  const given = { keys: { value: Number(entry.state["integrationId"]) }, token: { value: "kept" } };
  await world.send("POST", `projects/${String(projectId)}/hog_functions/`, { ...FUNCTION, inputs: given });
  const declared = { projectId, awsS3: { ...KEYS, awsSecretAccessKey: "second" } };
  const program = new Program(engine, RESOURCE, declared, { ...entry, inputs, isIncomplete: false });
  // Whatever happened: every export is linked to one that is there.
  return {
    program,
    declared,
    isLateFirst: true,
    afterFirst: () => expect(numbersIn(fixture)).toEqual(expect.arrayContaining(linksIn(fixture))),
  };
}

/** Declarations that name an integration. */
const USERS: Readonly<Record<string, (integrationId: number) => Values>> = {
  BatchExport: (integrationId) => ({
    name: "Events",
    interval: "hour",
    destination: {
      awsS3: { bucketName: "b", region: "eu-central-1", prefix: "p/", integrationId: String(integrationId) },
    },
  }),
  HogFunction: (integrationId) => ({
    type: FUNCTION.type,
    name: "Events",
    hog: FUNCTION.hog,
    inputsSchema: JSON.stringify(FUNCTION.inputs_schema.slice(0, 1)),
    inputs: JSON.stringify({ keys: integrationId }),
  }),
};

/** The process ends as soon as it has created the object. */
const KILLED = BREAKAGES.find(({ fault, kills }) => kills === true && fault.kind === "delay-after");

/** The faults that by day reach the rotation's own code. Made-up resources meet the others in the crash table. */
const isDue = (breakage: Breakage): boolean =>
  isInFull() || isForEach(breakage) || breakage.timesOut === true || breakage.fault.kind === "stale";

describeRows(
  (fixture) => {
    for (const breakage of BREAKAGES.filter(isDue)) {
      const requests = [...REQUESTS.entries()].filter(
        ([, request]) => breakage.only === undefined || request.startsWith("GET"),
      );
      test.each(requests)(`a rotation converges: request %i, %s, is ${breakage.name}`, async (index) => {
        const prepared = await linked(fixture);
        // A fault of reads counts only reads.
        const counted = REQUESTS.slice(0, index + 1).filter(
          (one) => breakage.only === undefined || one.startsWith("GET"),
        );
        const fault = { ...breakage.fault, nth: counted.length };
        const outcome = await interrupt(fixture, "update", [{ breakage, fault }], prepared);
        expect([outcome.error, outcome.unused]).toEqual([undefined, 0]);
        expect(outcome.runs).toBeLessThanOrEqual(2);
        // One is left, with the secret that is declared, and both exports have it.
        const [left, ...others] = integrationsIn(fixture.world);
        expect(others).toEqual([]);
        expect(left).toMatchObject({ kind: "aws-s3", secrets: { aws_secret_access_key: "second" } });
        expect(linksIn(fixture)).toEqual(Array.from({ length: 3 }, () => left?.["number"]));
        expect(secretOf(fixture)).toBe("kept");
        const { entry, declared } = outcome;
        if (entry === undefined) throw new Error("it was dropped from the state");
        expect(entry.state["integrationId"]).toBe(String(left?.["number"]));
        const run = fixture.start();
        const inputs = await checked(run, fixture.row, declared, entry.inputs);
        const read = await run.read(RESOURCE, entry);
        expect(read).toEqual({ id: entry.id, state: entry.state, inputs });
        expect(await run.diff(RESOURCE, read ?? entry, inputs)).toEqual({ changes: false, replaces: [] });
      });
    }

    test.each(Object.entries(USERS))(
      "a %s whose create was killed is recovered, even if its integration was rotated since",
      async (resource, declaring) => {
        const { world, seeded, engine, row } = fixture;
        const { projectId } = seeded;
        const { entry, inputs } = await created(fixture, { projectId, awsS3: KEYS });
        const declared = { projectId, ...declaring(Number(entry.state["integrationId"])) };
        const rotate = async (): Promise<void> => {
          // The age and the creator of the object prove nothing any more: only the record does.
          world.sandbox.control.advanceClock(2 * 60 * 60);
          const run = fixture.start();
          const next = await checked(run, row, { projectId, awsS3: { ...KEYS, awsSecretAccessKey: "second" } }, inputs);
          const { state } = await run.update(RESOURCE, entry, next);
          Object.assign(declared, declaring(Number(state["integrationId"])));
        };
        const program = new Program(engine, resource, declared);
        if (KILLED === undefined) throw new Error("no breakage kills the process");
        const breakages = [{ breakage: KILLED, fault: { ...KILLED.fault, method: "POST" } as const }];
        const outcome = await interrupt(fixture, "create", breakages, { program, declared, afterFirst: rotate });
        expect([outcome.error, outcome.runs, outcome.unused]).toEqual([undefined, 2, 0]);
        // The integration's successor, and the user that the first run created.
        expect(outcome.requests.filter(({ method }) => method === "POST")).toHaveLength(2);
        expect(linksIn(fixture)).toEqual(integrationsIn(world).map(({ number }) => number));
      },
    );
  },
  ({ resource, variant }, engine) => resource === RESOURCE && variant === undefined && engine === ENGINES[0],
);
