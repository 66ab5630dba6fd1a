import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "@jest/globals";
import * as pulumi from "@pulumi/pulumi";

import * as classes from "../../../src/engines/pulumi/dynamic/index.generated.ts";
import { served } from "../../../src/app/served.ts";
import { RELEASED_TEXTS, STORED_TEXTS } from "./stored-texts.ts";

const ROOT = join(__dirname, "../../..");

/** A module of the package that every stored text loads, and that no state names. */
const SHARED = "bridge.cjs";

test("there is one stored text for every resource and one module for every text", () => {
  const names = served.map(({ name }) => name);
  expect(Object.keys(RELEASED_TEXTS).filter((name) => !names.includes(name))).toEqual([]);
  const named = Object.values(STORED_TEXTS).map((text) => /"orgform\/dyn\/([^"]+)"/u.exec(text)?.[1]);
  const modules = readdirSync(join(ROOT, "src/dyn")).filter((file) => file !== SHARED);
  expect(new Set(named)).toEqual(new Set(modules));
  expect(named).toHaveLength(modules.length);
  expect(named.filter((file) => !existsSync(join(ROOT, "dist/dyn", String(file))))).toEqual([]);
});

test.each(Object.entries(STORED_TEXTS))(
  "the class %s stores its text in the state, with less than 100 bytes",
  async (name, text) => {
    const seen: { type: string; provider: unknown }[] = [];
    await pulumi.runtime.setMocks({
      call: ({ inputs }) => inputs as Record<string, unknown>,
      newResource: ({ type, inputs }) => {
        seen.push({ type, provider: (inputs as Record<string, unknown>)["__provider"] });
        return { id: "id", state: inputs as Record<string, unknown> };
      },
    });
    type AnyClass = new (name: string, args: object) => pulumi.CustomResource;
    const Class = (classes as unknown as Record<string, AnyClass>)[name]!; // -- every class accepts these arguments
    const made = new Class("one", {});
    await new Promise<void>((resolve) => made.urn.apply(() => resolve()));

    expect(seen).toEqual([{ type: `pulumi-nodejs:dynamic/orgform:${name}`, provider: text }]);
    expect(Buffer.byteLength(text)).toBeLessThan(100);
  },
);
