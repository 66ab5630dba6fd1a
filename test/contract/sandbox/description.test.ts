import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { listedDepartures, recordedDepartures } from "./description/departures.ts";
import { ApiDescription, findDescription } from "./description/description.ts";
import { flowNames } from "./replay/recording.ts";
import { runFlow } from "./replay/run-flow.ts";

/** Departures that no recording shows, with the reason. */
const OWN: Readonly<Record<string, string>> = {
  "GET /api/projects/{project_id}/events/values/: a body is not described":
    "what the notes say of the running service; the recorded rows were answered by a stand-in",
  "GET /api/projects/{project_id}/persons/cohorts/: a body is not described":
    "dialect documented: the running service answers 500, later versions answer the cohorts",
};

const file = findDescription();
const where = file === undefined ? "(left out: no description; ORGFORM_API_DESCRIPTION names one)" : "";

/** The departure without its method. Methods that were recorded without bodies return the same object as others. */
const anyMethod = (departure: string): string => departure.replace(/^\w+ /, "");

// Runs only if the service's own description is available, which this repository doesn't contain.
(file === undefined ? describe.skip : describe)(`recorded: the service's own description ${where}`, () => {
  // Jest builds a skipped group, too, so nothing is read here.
  const open = (): ApiDescription => new ApiDescription(file ?? "");
  const listed = listedDepartures();
  const excused = new Set([...Object.keys(listed).map(anyMethod), ...Object.keys(OWN).map(anyMethod)]);
  const seen = new Set<string>();

  test("differs from the recordings as listed", () => {
    expect(recordedDepartures(open())).toEqual(listed);
  });

  test.each(["documented", "2025-08"] as const)(
    "differs from dialect %s only as from the running service, or with a reason",
    async (dialect) => {
      const description = open();
      for (const flow of flowNames()) {
        for (const { row, answer } of await runFlow(flow, dialect)) {
          for (const departure of description.departures(row.method, row.path, answer)) seen.add(departure);
        }
      }
      expect([...seen].filter((departure) => !excused.has(anyMethod(departure)))).toEqual([]);
    },
    120_000,
  );

  test("has no unused reason in the list", () => {
    expect(Object.keys(OWN).filter((departure) => !seen.has(departure))).toEqual([]);
  });
});

describe("sandboxOnly: comparing with a description", () => {
  const folder = mkdtempSync(join(tmpdir(), "orgform-description-"));
  const small = join(folder, "small.json");
  const schema = {
    type: "object",
    required: ["id", "secret", "level"],
    properties: {
      id: { type: "string" },
      secret: { type: "string", writeOnly: true },
      level: { allOf: [{ $ref: "#/components/schemas/Level" }], nullable: true },
    },
  };
  const list = {
    type: "object",
    properties: { results: { type: "array", items: { $ref: "#/components/schemas/Note" } } },
  };
  const answers = (content: object) => ({ "200": { content: { "application/json": { schema: content } } } });
  const paths = {
    "/api/notes/": { get: { responses: answers(list) }, post: { responses: { "204": {} } } },
    "/api/notes/{id}/": { get: { responses: answers({ $ref: "#/components/schemas/Note" }) } },
  };
  const components = { schemas: { Note: schema, Level: { enum: [1, 8], type: "integer" } } };
  writeFileSync(small, JSON.stringify({ paths, components }));
  const description = new ApiDescription(small);
  rmSync(folder, { recursive: true });

  test.each([
    ["GET", "/api/notes/1/", 200, { id: "a", level: null }, []],
    ["GET", "/api/notes/?limit=1", 200, { results: [{ id: "a", level: 8 }] }, []],
    ["GET", "/api/notes/1", 200, { id: 1, level: 8 }, ["GET /api/notes/{id}/: id is not string"]],
    ["GET", "/api/notes/1/", 200, { id: "a", level: 9 }, ["GET /api/notes/{id}/: level does not meet enum"]],
    ["GET", "/api/notes/1/", 200, { level: 8 }, ["GET /api/notes/{id}/: id is missing"]],
    [
      "GET",
      "/api/notes/",
      200,
      { results: [{ id: "a", level: 1, more: 1 }] },
      ["GET /api/notes/: results/*/more is not described"],
    ],
    ["GET", "/api/notes/1/", 201, {}, ["GET /api/notes/{id}/: status 201 is not described"]],
    ["POST", "/api/notes/", 204, { id: "a" }, ["POST /api/notes/: a body is not described"]],
    ["GET", "/api/notes/1/", 404, { detail: "Not found." }, []],
    ["GET", "/api/others/", 200, { anything: true }, []],
  ])("%s %s answered %i %j", (method, path, status, body, expected) => {
    expect(description.departures(method, path, { status, text: JSON.stringify(body) })).toEqual(expected);
  });

  test("misses a body", () => {
    expect(description.departures("GET", "/api/notes/1/", { status: 200, text: "" })).toEqual([
      "GET /api/notes/{id}/: there is no body",
    ]);
  });
});
