import { expect, test } from "@jest/globals";

import { optionalPackage } from "../../../src/cli/optional-packages.ts";
import { UsageError } from "../../../src/cli/usage-error.ts";

const NAME = "@orgform/fleet";
const loading = (reason: unknown): Promise<unknown> =>
  optionalPackage(NAME, "Fleets need", () => Promise.reject(reason)).catch((refused: unknown) => refused);

test("a package that is installed is loaded", async () => {
  expect(await optionalPackage(NAME, "Fleets need", () => Promise.resolve("é"))).toBe("é");
});

test.each([`Cannot find package '${NAME}' imported from /a.js`, `No such built-in module: ${NAME}`])(
  "after %j, a person learns who needs the package, and how to install it",
  async (message) => {
    const error = new Error(message);
    const refused = await loading(error);
    expect(refused).toEqual(
      new UsageError(
        "Fleets need the package @orgform/fleet, which isn't installed: run `npm install --save-dev @orgform/fleet` and this command again.",
      ),
    );
    expect(refused instanceof UsageError && refused.cause).toBe(error);
  },
);

test.each([new Error("Cannot find package 'yaml' imported from /a.js"), new RangeError("a fault"), "a text"])(
  "%p isn't a package that is missing",
  async (error) => {
    expect(await loading(error)).toBe(error);
  },
);
