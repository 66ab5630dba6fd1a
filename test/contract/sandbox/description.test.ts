import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { ApiDescription } from "./description/description.ts";

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
