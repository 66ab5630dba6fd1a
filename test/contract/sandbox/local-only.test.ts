import { request } from "node:http";
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { type Fixture, openFixture } from "./client.ts";

/** Status and body of a request with headers that `fetch` doesn't allow. */
function raw(host: string, path: string, headers: Record<string, string>): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(new URL(path, host), { headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.on("end", () => resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(chunks).toString("utf8") }));
    });
    sent.on("error", reject);
    sent.end();
  });
}

describe("the sandbox", () => {
  let fixture: Fixture;
  beforeEach(async () => {
    fixture = await openFixture({});
  });
  afterEach(() => fixture.close());

  const paths = ["/_sandbox/keys", "/api/organizations/", "/"];
  const ask = (path: string, headers: Record<string, string>) =>
    raw(fixture.sandbox.host, path, { authorization: `Bearer ${fixture.sandbox.apiKey}`, ...headers });

  test.each(paths)("refuses %s with a host name that isn't the loopback's", async (path) => {
    for (const host of ["evil.example", "evil.example:8010", "127.0.0.1.evil.example", "10.0.0.1"]) {
      const { status, body } = await ask(path, { host });
      expect([status, (JSON.parse(body) as { detail: string }).detail]).toEqual([
        403,
        `The sandbox responds only to loopback names, such as 127.0.0.1 and localhost, but the header Host is ${host}.`,
      ]);
    }
  });

  test.each(paths)("refuses %s to a page of another origin", async (path) => {
    for (const origin of ["https://evil.example", "null"]) {
      const { status, body } = await ask(path, { origin });
      expect([status, (JSON.parse(body) as { type: string }).type]).toEqual([403, "sandbox_error"]);
    }
    expect(fixture.sandbox.control.requests()).toEqual([]);
  });

  test.each(paths)("serves %s with every loopback name, and to its own page", async (path) => {
    for (const host of ["localhost:1", "127.0.0.1", "[::1]:8010", "sandbox.localhost"]) {
      expect(await ask(path, { host, origin: "http://localhost:3000" })).toMatchObject({ status: 200 });
    }
  });

  test("uses its own address in the link to the next page, whatever the requested host name", async () => {
    const { host, control } = fixture.sandbox;
    control.createOrganization({ email: "founder@acme.example", name: "Second" });
    const { body } = await ask("/api/organizations/?limit=1", { host: "localhost:1" });
    expect((JSON.parse(body) as { next: string }).next).toBe(`${host}/api/organizations/?limit=1&offset=1`);
  });
});

test.each(["new", "made by somebody who let everybody read it"])(
  "a data file that is %s is accessible only to its owner",
  async (kind) => {
    const folder = mkdtempSync(join(tmpdir(), "orgform-private-"));
    try {
      const dataFile = join(folder, "sandbox.sqlite");
      if (kind !== "new") {
        writeFileSync(dataFile, "", { mode: 0o644 });
      }
      const fixture = await openFixture({ dataFile });
      const modes = [dataFile, `${dataFile}-wal`].map((file) => statSync(file).mode % 0o1000);
      await fixture.close();
      expect(modes).toEqual([0o600, 0o600]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
