import { Agent, get } from "node:http";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { startSandbox } from "../../../packages/sandbox/src/index.ts";
import { failureOf, openFixture } from "./client.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "orgform-sandbox-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const handles = (): string[] =>
  process.getActiveResourcesInfo().filter((name) => /TCPServer|TCPSocket|Timeout/.test(name));

describe("sandboxOnly: starting and stopping", () => {
  test("leaves no socket, server or timer behind, even with an open connection and a held request", async () => {
    const before = handles().length;
    const sandbox = await startSandbox();
    const agent = new Agent({ keepAlive: true });
    await new Promise<void>((resolve) => {
      get(`${sandbox.host}/api/organizations/`, { agent }, (answer) => answer.resume().on("end", resolve));
    });
    sandbox.control.addFault({ kind: "delay", delayMs: 60_000 });
    const held = failureOf(fetch(`${sandbox.host}/api/organizations/`));
    await new Promise((resolve) => setTimeout(resolve, 30));
    await Promise.all([sandbox.close(), sandbox.close()]);
    expect(await held).not.toBe("no failure");
    agent.destroy();
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(handles().length).toBeLessThanOrEqual(before);
  });

  test("listens on the loopback address only, on a port of its own each time", async () => {
    const [one, two] = [await startSandbox(), await startSandbox({ seed: "empty" })];
    await Promise.all([one.close(), two.close()]);
    expect(one.host).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(one.host).not.toBe(two.host);
    expect([one.organizationId.length, two.organizationId]).toEqual([36, ""]);
  });

  test("refuses a port in use and an invalid time", async () => {
    const first = await startSandbox();
    await expect(startSandbox({ port: Number(new URL(first.host).port) })).rejects.toMatchObject({
      code: "EADDRINUSE",
    });
    await first.close();
    await expect(startSandbox({ now: "tomorrow" })).rejects.toThrow("now should be an ISO 8601 time; found tomorrow.");
  });

  test("creates the same IDs for the same calls at the same time", async () => {
    const ids: string[] = [];
    for (let round = 0; round < 2; round += 1) {
      const fixture = await openFixture({ seed: "empty" });
      fixture.sandbox.control.setClock("2030-01-01T00:00:00Z", true);
      ids.push((await fixture.call("POST", "/api/organizations/", { name: "Same" })).text);
      await fixture.close();
    }
    expect(ids[0]).toBe(ids[1]);
  });
});

describe("sandboxOnly: a data file", () => {
  test("keeps everything over close and reopen: objects, keys, settings, DNS and the order of lists", async () => {
    const dataFile = join(folder, "state.db");
    const first = await openFixture({ dataFile, newOrganizationFeatures: "none" });
    for (const name of ["Zeta", "Alpha"]) {
      first.sandbox.control.setFeatures(first.sandbox.organizationId, ["organizations_projects"]);
      first.sandbox.control.updateUser(String(first.sandbox.control.users()[0]?.id), {
        currentOrganization: first.sandbox.organizationId,
      });
      expect((await first.call("POST", "/api/organizations/", { name })).status).toBe(201);
    }
    first.sandbox.control.setDns("x.example.com", ["one"]);
    const before = first.sandbox.control.snapshot();
    await first.close();
    const second = await openFixture({ dataFile, seed: "empty" });
    expect(second.sandbox.control.snapshot()).toEqual(before);
    expect([second.sandbox.apiKey, second.sandbox.organizationId]).toEqual([
      first.sandbox.apiKey,
      first.sandbox.organizationId,
    ]);
    const made = await second.call("POST", fixture(second.sandbox.organizationId), { domain: "a.example.com" });
    expect(made.status).toBe(201);
    await second.close();
  });

  test("refuses a file that another sandbox has open, and a file that isn't a database", async () => {
    const dataFile = join(folder, "state.db");
    const first = await startSandbox({ dataFile });
    await expect(startSandbox({ dataFile })).rejects.toThrow(/^Can't use the data file .*: .*locked/);
    await first.close();
    await expect(startSandbox({ dataFile: __filename })).rejects.toThrow(
      /^Can't use the data file .*: .*not a database/,
    );
  });

  test("restores a snapshot into the file", async () => {
    const dataFile = join(folder, "state.db");
    const first = await openFixture({ dataFile });
    const empty = first.sandbox.control.snapshot();
    await first.call("POST", fixture(first.sandbox.organizationId), { domain: "a.example.com" });
    first.sandbox.control.restore(empty);
    await first.close();
    const second = await openFixture({ dataFile });
    expect(second.sandbox.control.domains()).toEqual([]);
    await second.close();
  });
});

function fixture(organizationId: string): string {
  return `/api/organizations/${organizationId}/domains/`;
}
