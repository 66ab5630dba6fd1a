import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, jest, test } from "@jest/globals";

import { runToProgram } from "../../../../src/cli/migrate/to-program.ts";
import { carryGuideOf } from "../../../../src/cli/migrate/switch-guide.ts";
import type { CarriedObject, CarriedObjects } from "../../../../src/engines/engine.ts";
import { engineNamed } from "../../../../src/engines/index.ts";
import { routesOf, startWorld, type World } from "../../../support/scenario-world.ts";

const GONE = "01950000-0000-7000-8000-0000000000ff";

let world: World;
let roleId: string;
let base: string;
let printed: string;
const before = process.env["ORGFORM_API_KEY"];

beforeAll(async () => {
  world = await startWorld("2026-09");
  const role = await world.send("POST", `organizations/${world.organizationId}/roles/`, { name: "Readers|é" });
  roleId = String(role["id"]);
});
afterAll(() => world.sandbox.close());
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), "orgform-to-program-"));
  process.env["ORGFORM_API_KEY"] = world.apiKey;
  printed = "";
  jest.spyOn(process.stdout, "write").mockImplementation((text) => {
    printed += String(text);
    return true;
  });
  world.sandbox.control.clearRequests();
});
afterEach(() => {
  jest.restoreAllMocks();
  if (before === undefined) Reflect.deleteProperty(process.env, "ORGFORM_API_KEY");
  else process.env["ORGFORM_API_KEY"] = before;
  rmSync(base, { recursive: true });
});

const carried = (objects: readonly CarriedObject[], further: Partial<CarriedObjects> = {}): CarriedObjects => ({
  objects,
  namedHost: undefined,
  edits: [],
  open: [],
  leaving: objects.map(({ address }) => address),
  ...further,
});

const one = (resource: string, id: string, name: string, further: Partial<CarriedObject> = {}): CarriedObject => ({
  resource,
  id,
  address: `posthog_${resource.toLowerCase()}.${name}`,
  name,
  inputs: {},
  ...further,
});

const run = (objects: CarriedObjects, isCheck = false): Promise<number> =>
  runToProgram(objects, {
    writer: engineNamed("pulumi").programWriter,
    host: world.sandbox.host,
    out: join(base, "out"),
    isCheck,
  });

const slug = (): string => String(world.organization(world.organizationId)?.["slug"]);

/** The texts of all files of the new program. */
const program = (): string =>
  readdirSync(join(base, "out"))
    .filter((name) => name.endsWith(".ts"))
    .map((name) => readFileSync(join(base, "out", name), "utf8"))
    .join("\n");

test.each<[isCheck: boolean, count: number, open: readonly string[], code: number, text: string]>([
  [false, 0, [], 0, "No object of posthog/posthog moves to Orgform.\n"],
  [true, 0, [], 0, "No object of posthog/posthog moves to Orgform.\n"],
  [
    false,
    0,
    ["x: no ID.", "y|é: no ID."],
    1,
    "No object of posthog/posthog moves to Orgform.\nNot taken over:\n  x: no ID.\n  y|é: no ID.\n",
  ],
  [true, 2, [], 2, "Objects to import: 2.\n"],
  [true, 1, ["x: no ID."], 2, "Objects to import: 1.\nNot taken over:\n  x: no ID.\n"],
])("a check (%j) of %d objects beside %j ends with %d, without a request", async (isCheck, count, open, code, text) => {
  const objects = Array.from({ length: count }, () => one("Role", `${world.organizationId}/${roleId}`, "x"));
  expect(await run(carried(objects, { open }), isCheck)).toBe(code);
  expect([printed, world.sandbox.control.requests(), readdirSync(base)]).toEqual([text, [], []]);
});

test("the program has the objects as the service has them, under their old names, by the ID of their organization", async () => {
  const objects = carried([
    one("Role", `${slug()}/${roleId}`, "readers of old"),
    one("Domain", `${slug()}/${await world.addDomain(world.organizationId, "acme.example")}`, "acme"),
    one("Member", `${world.organizationId}/founder@acme.example`, "founder", { inputs: { onDestroy: "retain" } }),
  ]);
  world.sandbox.control.clearRequests();
  expect(await run(objects)).toBe(0);
  const out = join(base, "out");
  expect(printed).toBe(`Objects to import: 3.\nWrote ${out}. Follow the steps in its MIGRATION.md.\n`);
  expect(readFileSync(join(out, "MIGRATION.md"), "utf8")).toBe(carryGuideOf(objects, []));
  expect(readdirSync(out)).toEqual(expect.arrayContaining(["MIGRATION.md", "README.md", "package.json"]));
  const text = program();
  expect(text).toContain(`${world.organizationId}/${roleId}`);
  expect(text).toContain('"Readers|é"');
  expect(text).toContain('onDestroy: "retain"');
  expect(text).toMatch(/readersOfOld|readers-of-old/u);
  expect(text).not.toContain(`"${slug()}/`);
  // Each list is read once, and the slug is looked up once.
  expect(routesOf(world.sandbox.control.requests())).toEqual([
    "GET /organizations/",
    "GET /organizations/:id/roles/",
    "GET /organizations/:id/roles/:id/",
    "GET /organizations/:id/domains/",
    "GET /organizations/:id/domains/:id/",
    "GET /organizations/:id/members/",
  ]);
});

test("an object that isn't there, or is there twice, is named, and the others are imported", async () => {
  const role = `${world.organizationId}/${roleId}`;
  const objects = carried(
    [
      one("Role", role, "first"),
      one("Role", role, "second"),
      one("Role", `${world.organizationId}/${GONE}`, "gone"),
      one("Role", `nowhere/${roleId}`, "lost"),
    ],
    { open: ["posthog_access_control.x: its state lacks resource."] },
  );
  expect(await run(objects)).toBe(1);
  const out = join(base, "out");
  const open = [
    "posthog_access_control.x: its state lacks resource.",
    "posthog_role.second: the same object as posthog_role.first.",
    `posthog_role.gone: There is no Role ${GONE}. There is no Role with that ID or name in Organization ${world.organizationId}, or this API key can't see it.`,
    "posthog_role.lost: There is no Organization nowhere. There is no Organization with that ID or name, or this API key can't see it.",
  ];
  expect(printed).toBe(
    `Objects to import: 1.\nNot taken over:\n${open.map((line) => `  ${line}\n`).join("")}Wrote ${out}. Follow the steps in its MIGRATION.md.\n`,
  );
  expect(readFileSync(join(out, "MIGRATION.md"), "utf8")).toBe(carryGuideOf(objects, open));
  expect(program()).not.toContain("second");
});

test("a resource that doesn't exist is a fault", async () => {
  await expect(run(carried([one("Castle", "x/y", "one")]))).rejects.toThrow("There is no resource Castle");
  expect(readdirSync(base)).toEqual([]);
});
