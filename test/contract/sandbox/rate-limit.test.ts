import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { type Fixture, openFixture } from "./client.ts";

let fixture: Fixture;
beforeEach(async () => {
  fixture = await openFixture({ rateLimit: true, now: "2030-01-01T00:00:00Z" });
  fixture.sandbox.control.setClock("2030-01-01T00:00:00Z", true);
});
afterEach(() => fixture.close());

const list = (key?: string) =>
  fixture.call("GET", fixture.at("domains/?limit=1"), undefined, key === undefined ? {} : { key });

async function useUpMinute(): Promise<void> {
  for (let calls = 0; calls < 480; calls += 24) {
    const answers = await Promise.all(Array.from({ length: 24 }, () => list()));
    expect(answers.filter((answer) => answer.status !== 200)).toEqual([]);
  }
}

describe("recorded: throttling, flow 12", () => {
  test("refuses the 481st call of a minute, and waiting exactly Retry-After is enough", async () => {
    await useUpMinute();
    fixture.sandbox.control.advanceClock(7);
    const refused = await list();
    expect([refused.status, refused.headers.get("retry-after"), refused.json]).toEqual([
      429,
      "53",
      {
        type: "throttled_error",
        code: "throttled",
        detail: "Request was throttled. Expected available in 53 seconds.",
        attr: null,
      },
    ]);
    fixture.sandbox.control.advanceClock(53);
    expect((await list()).status).toBe(200);
  });

  test("counts per key, and neither refused permissions nor unknown paths", async () => {
    await useUpMinute();
    const { apiKey } = fixture.sandbox.control.createKey({
      email: "founder@acme.example",
      scopes: ["annotation:write"],
    });
    expect((await fixture.call("GET", "/api/nope/")).status).toBe(404);
    expect((await list(apiKey)).status).toBe(403);
    const other = fixture.sandbox.control.createKey({ email: "founder@acme.example", scopes: ["*"] });
    expect((await list(other.apiKey)).status).toBe(200);
    const unknownDomain = fixture.at("domains/00000000-0000-4000-8000-000000000000/");
    expect((await fixture.call("GET", unknownDomain)).status).toBe(429);
  });
});

describe("sandboxOnly: throttling", () => {
  test("can be switched off while running", async () => {
    await useUpMinute();
    expect((await list()).status).toBe(429);
    fixture.sandbox.control.changeSettings({ rateLimit: false });
    expect((await list()).status).toBe(200);
  });
});
