import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { createClient } from "../../../src/index.ts";
import type { Api } from "../../../src/index.ts";
import { type Sandbox, startSandbox } from "../../../packages/sandbox/src/index.ts";
import { DIALECTS } from "../../support/dialects.ts";

describe.each(DIALECTS)("the client against the sandbox (%s)", (dialect) => {
  let sandbox: Sandbox;
  let client: Api;
  beforeEach(async () => {
    sandbox = await startSandbox({ dialect });
    client = createClient({ host: sandbox.host, apiKey: sandbox.apiKey });
  });
  afterEach(async () => {
    await client.close();
    await sandbox.close();
  });

  test("accepts an organization by ID, by slug, and as the current one", async () => {
    const { slug } = await client.organizations.get(sandbox.organizationId);
    const made = await client.domains.create(slug, { domain: "by-slug.example" });
    const places = [sandbox.organizationId, slug, "@current"];
    for (const place of places) {
      expect((await client.organizations.get(place)).id).toBe(sandbox.organizationId);
      expect((await client.domains.list(place).all()).map(({ id }) => id)).toContain(made?.id);
    }
    await client.domains.delete(slug, made?.id ?? "");
    expect(await client.domains.list(slug).all()).toEqual([]);
  });

  test("changes no unnamed and no unknown organization", async () => {
    await expect(client.organizations.update("@current", { name: "Gone" })).rejects.toMatchObject({
      code: "organization_unnamed",
    });
    await expect(client.organizations.update("nobody", { name: "Gone" })).rejects.toMatchObject({
      code: "organization_slug_unknown",
    });
    expect((await client.organizations.get(sandbox.organizationId)).name).not.toBe("Gone");
  });

  test("reads pages of any size to the end", async () => {
    for (const name of ["a", "b", "c"])
      await client.domains.create(sandbox.organizationId, { domain: `${name}.example` });
    const pages: number[] = [];
    const options = { pageSize: 2, onPage: ({ rows }: { rows: number }) => pages.push(rows) };
    expect(await client.domains.list(sandbox.organizationId, options).all()).toHaveLength(3);
    expect(pages).toEqual([2, 3]);
  });
});
