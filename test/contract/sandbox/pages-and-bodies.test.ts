import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { type Fixture, openFixture } from "./client.ts";

let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture();
  for (let index = 0; index < 105; index += 1) {
    const name = `d${String(index).padStart(3, "0")}.example.com`;
    await fixture.call("POST", fixture.at("domains/"), { domain: name });
  }
});
afterAll(() => fixture.close());

const page = async (query: string): Promise<[number, string | null, string | null, number]> => {
  const { json } = await fixture.call("GET", fixture.at(`domains/${query}`));
  const strip = (link: string | null): string | null => (link === null ? null : (link.split("domains/")[1] ?? ""));
  return [json.results.length, strip(json.next), strip(json.previous), json.count];
};

describe("specified: pages, live notes 1.3", () => {
  test.each([
    ["", 100, "?limit=100&offset=100", null],
    ["?limit=0", 100, "?limit=100&offset=100", null],
    ["?limit=-3", 100, "?limit=100&offset=100", null],
    ["?limit=abc", 100, "?limit=100&offset=100", null],
    ["?limit=1000", 105, null, null],
    ["?limit=105", 105, null, null],
    ["?limit=50&offset=50", 50, "?limit=50&offset=100", "?limit=50"],
    ["?limit=50&offset=100", 5, null, "?limit=50&offset=50"],
    ["?limit=50&offset=20", 50, "?limit=50&offset=70", "?limit=50"],
    ["?limit=10&offset=-5", 10, "?limit=10&offset=10", null],
    ["?limit=10&offset=900", 0, null, "?limit=10&offset=890"],
    ["?zebra=1&limit=10&apple=%20x", 10, "?apple=+x&limit=10&offset=10&zebra=1", null],
  ])("%s gives %i rows", async (query, rows, next, previous) => {
    expect(await page(query)).toEqual([rows, next, previous, 105]);
  });

  test("links to the requested host, and returns every row once", async () => {
    const names = new Set<string>();
    let link: string | null = fixture.sandbox.host + fixture.at("domains/?limit=25");
    let pages = 0;
    while (link !== null) {
      expect(link.startsWith(fixture.sandbox.host)).toBe(true);
      const { json } = await fixture.call("GET", link.slice(fixture.sandbox.host.length));
      for (const row of json.results) names.add(row.domain);
      link = json.next;
      pages += 1;
    }
    expect([pages, names.size]).toEqual([5, 105]);
  });
});

describe("recorded: bodies, flow 1:102-105 and first recording", () => {
  const patch = (raw: string | Buffer, headers: Record<string, string>) =>
    fixture.call("PATCH", fixture.at(), undefined, { raw, headers });

  test("names the fault in malformed JSON as the service's parser does", async () => {
    const answer = await patch("{", { "content-type": "application/json" });
    expect([answer.status, answer.json]).toEqual([
      400,
      {
        type: "invalid_request",
        code: "parse_error",
        detail: "JSON parse error - Expecting property name enclosed in double quotes: line 1 column 2 (char 1)",
        attr: null,
      },
    ]);
  });

  test("accepts form encoding", async () => {
    const answer = await patch("name=From+a+form", { "content-type": "application/x-www-form-urlencoded" });
    expect([answer.status, answer.json.name]).toEqual([200, "From a form"]);
  });

  test("refuses plain text", async () => {
    const answer = await patch("name", { "content-type": "text/plain" });
    expect([answer.status, answer.json.detail]).toEqual([415, 'Unsupported media type "text/plain" in request.']);
  });
});

describe("sandboxOnly: bodies in other forms", () => {
  test("accepts a gzip body", async () => {
    const raw = gzipSync(JSON.stringify({ name: "Zipped" }));
    const headers = { "content-type": "application/json", "content-encoding": "gzip" };
    const answer = await fixture.call("PATCH", fixture.at(), undefined, { raw, headers });
    expect([answer.status, answer.json.name]).toEqual([200, "Zipped"]);
  });

  test("accepts a multipart form", async () => {
    const raw = '--xx\r\nContent-Disposition: form-data; name="name"\r\n\r\nIn parts\r\n--xx--\r\n';
    const headers = { "content-type": "multipart/form-data; boundary=xx" };
    const answer = await fixture.call("PATCH", fixture.at(), undefined, { raw, headers });
    expect([answer.status, answer.json.name]).toEqual([200, "In parts"]);
  });

  test("refuses more than 20 MiB, and says that the sandbox refuses it", async () => {
    const raw = JSON.stringify({ name: "x".repeat(20 * 1024 * 1024) });
    const answer = await fixture.call("PATCH", fixture.at(), undefined, { raw });
    expect([answer.status, answer.json.type]).toEqual([413, "sandbox_error"]);
  });

  test("responds to HEAD as to GET, without the body", async () => {
    const [head, get] = [await fixture.call("HEAD", fixture.at()), await fixture.call("GET", fixture.at())];
    expect([head.status, head.text]).toEqual([200, ""]);
    expect(head.headers.get("content-length")).toBe(get.headers.get("content-length"));
  });
});
