import { describe, expect, test } from "@jest/globals";

import { parsedUrl as ofWatch } from "../../../../packages/watch/src/parsed-url.generated.ts";
import { parsedUrl as ofSandbox } from "../../../../packages/sandbox/src/wire/parsed-url.ts";
import { parsedUrl } from "../../../../src/client/transport/parsed-url.ts";

/** Enough that Node 20 compiles the function, and the calls inside of it. */
const TIMES = 20_000;

describe.each([
  ["the client", parsedUrl],
  ["the watcher", ofWatch],
  ["the sandbox", ofSandbox],
])("the URL of %s", (_name, parse) => {
  test("is read with letters of other languages, however often", () => {
    let wrong = 0;
    for (let i = 0; i < TIMES; i += 1)
      if (parse("https://bücher.example/in")?.hostname !== "xn--bcher-kva.example") wrong += 1;
    expect(wrong).toBe(0);
  });

  test.each(["", "bücher.example", "/in", "https://", "https://a b/"])("is undefined for %j", (text) => {
    expect(parse(text)).toBeUndefined();
  });
});

test("a URL of the client can be relative to another one", () => {
  expect(parsedUrl("/in?a=1", "https://one.example/api/")?.href).toBe("https://one.example/in?a=1");
  expect(parsedUrl("/in", "one.example")).toBeUndefined();
});
