import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";

import { registryFiles } from "../../scripts/gen/registries.ts";

/** The files to write for a new noun. */
const NEW_NOUN: Readonly<Record<string, string>> = {
  "src/catalog/resources/note/note.ts": "export const note = defineResource({\n",
  "src/catalog/functions/notes.ts": "export const pinNote = declareFunction({\n",
  "src/client/notes.ts":
    "export interface NotesApi {}\nexport type NoteWire = {};\nexport function createNotesApi(caller: Caller): NotesApi {\n",
  "src/client/shelves/shelves.ts": "export function createShelvesApi(caller: Caller): ShelvesApi {\n",
  "src/client/shelves/shelf-wire.ts": "export interface ShelfWire {}\n",
  "packages/sandbox/src/routes/notes/index.ts": "export const NOTES: Family = {\n",
  "packages/sandbox/src/quirks/notes.ts": "export const NOTES_QUIRKS = {\n",
};

describe("a new noun", () => {
  const root = mkdtempSync(join(tmpdir(), "orgform-registries-"));

  beforeAll(() => {
    for (const [path, text] of Object.entries(NEW_NOUN)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
  });
  afterAll(() => rmSync(root, { recursive: true }));

  test.each([
    ["src/catalog/resources/registry.generated.ts", 'import { note } from "./note/note.ts";'],
    ["src/catalog/functions/registry.generated.ts", 'import { pinNote } from "./notes.ts";'],
    ["src/client/nouns.generated.ts", "readonly notes: NotesApi;"],
    ["src/client/nouns.generated.ts", "notes: createNotesApi(caller),"],
    ["src/client/nouns.generated.ts", 'import { createShelvesApi, type ShelvesApi } from "./shelves/shelves.ts";'],
    ["src/client/noun-types.generated.ts", 'export type { NoteWire, NotesApi } from "./notes.ts";'],
    ["packages/sandbox/src/routes/registry.generated.ts", 'import { NOTES } from "./notes/index.ts";'],
    ["packages/sandbox/src/quirks/registry.generated.ts", "...NOTES_QUIRKS,"],
  ])("is in %s by its file alone: %s", (path, line) => {
    expect(registryFiles(root).get(path)).toContain(line);
  });

  test("leaves the lists as they are when they are written anew", () => {
    const [path, text] = [...registryFiles(root)].find(([file]) => file.includes("quirks")) ?? ["", ""];
    writeFileSync(join(root, path), text);
    expect(registryFiles(root).get(path)).toBe(text);
  });
});
