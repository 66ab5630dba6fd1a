import crypto from "node:crypto";

import { expect, jest } from "@jest/globals";

/** The one file that looks at the hashes themselves. */
const AS_IT_IS = /fingerprint\.test\.ts$/u;

// A hash of a secret takes 50 ms, and is meant to: in-process tests make thousands, which was a fifth of their time.
if (!AS_IT_IS.test(expect.getState().testPath ?? "")) {
  const { scryptSync } = jest.requireActual<typeof crypto>("node:crypto");
  jest
    .spyOn(crypto, "scryptSync")
    .mockImplementation((value, salt, length) => scryptSync(value, salt, length, { N: 2 }));
}
