import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, jest, test } from "@jest/globals";

import { type Sandbox, startSandbox } from "../../packages/sandbox/src/index.ts";
import { keyOf } from "../acceptance/support/service.ts";
import { furnish } from "../support/furnished-organization.ts";
import { type Ran, runHere } from "./run-here.ts";

jest.setTimeout(60_000);

let sandbox: Sandbox;
let folder: string;
beforeAll(async () => {
  sandbox = await startSandbox({ dialect: "2025-08" });
  folder = mkdtempSync(join(tmpdir(), "orgform-adopt-"));
  await furnish(sandbox, { members: 4, domains: 2, projects: 2 });
});
afterAll(async () => {
  await sandbox.close();
  rmSync(folder, { recursive: true });
});

const filesIn = (name: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(join(folder, name)).map((file) => [file, readFileSync(join(folder, name, file), "utf8")]),
  );

function adopt(name: string, flags: readonly string[] = [], scopes: readonly string[] | null = null): Promise<Ran> {
  const environment = {
    ORGFORM_HOST: sandbox.host,
    ORGFORM_API_KEY: keyOf(sandbox, scopes),
    ORGFORM_ORGANIZATION_ID: sandbox.organizationId,
  };
  return runHere(["adopt", "--out", join(folder, name), ...flags], environment);
}

describe("orgform adopt", () => {
  test("only reads, lists each collection once, and writes the same files every time", async () => {
    sandbox.control.clearRequests();
    expect(await adopt("first")).toMatchObject({ code: 0, stderr: expect.stringContaining("Reading the domains") });
    const requests = sandbox.control.requests();
    expect(requests.filter(({ method }) => method !== "GET")).toEqual([]);
    const lists = sandbox.control.counts();
    // Roles, members and invites are in more than one collection.
    for (const list of ["domains", "projects", "plugins", "proxy_records"]) {
      expect(lists[`GET /api/organizations/:organization_id/${list}/`]).toBe(1);
    }
    expect((await adopt("second", ["--organization", "acme"])).code).toBe(0);
    expect(filesIn("second")).toEqual(filesIn("first"));
    expect(readdirSync(folder)).toEqual(["first", "second"]);
  });

  test("lists what a key of few scopes may not read, and writes the rest", async () => {
    const done = await adopt("scoped", [], ["organization:read", "project:read"]);
    expect(done.code).toBe(0);
    expect(done.stdout).toMatch(
      /Not read:\n(?: {2}.*\n)* {2}the members of the organization: .*organization_member:read/u,
    );
    const files = filesIn("scoped");
    expect(files["README.md"]).toMatch(
      /## Not read[\s\S]*`the batch exports of the organization`: .*batch_export:read/u,
    );
    expect(Object.keys(files)).toEqual(expect.arrayContaining(["domains.ts", "projects.ts"]));
    expect(Object.keys(files)).not.toContain("members.ts");
  });

  test("refuses a folder that holds something before it reads anything", async () => {
    sandbox.control.clearRequests();
    const done = await runHere(["adopt", "--out", folder, "--organization", "acme"], {
      ORGFORM_HOST: sandbox.host,
      ORGFORM_API_KEY: sandbox.apiKey,
    });
    expect(done).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringMatching(/is not empty: it holds ".*"\./u),
    });
    expect(sandbox.control.requests()).toEqual([]);
  });

  test("leaves nothing behind of an organization that is not there", async () => {
    const done = await adopt("unknown", ["--organization", "nowhere"]);
    expect(done).toMatchObject({ code: 1, stdout: "" });
    expect(done.stderr).toMatch(/There is no Organization nowhere\n.*this API key can't see it\./u);
    expect(readdirSync(folder)).not.toContain("unknown");
  });

  test.each([
    [["--organization", "acme"], /The folder to write is missing: give --out <folder>\./u],
    [["--out", "somewhere"], /The organization is missing: give --organization with its ID, slug, or name\./u],
  ])("says what is missing of %j", async (flags, message) => {
    const done = await runHere(["adopt", ...flags], {
      ORGFORM_HOST: sandbox.host,
      ORGFORM_API_KEY: sandbox.apiKey,
      ORGFORM_ORGANIZATION_ID: undefined,
      POSTHOG_ORGANIZATION_ID: undefined,
    });
    expect(done).toMatchObject({ code: 1, stderr: expect.stringMatching(message) });
  });
});
