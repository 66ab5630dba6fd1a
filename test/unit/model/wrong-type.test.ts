import { expect, test } from "@jest/globals";
import * as z from "zod";

import { field } from "../../../src/model/field.ts";
import { UNKNOWN } from "../../../src/model/unknown.ts";
import { wrongTypesIn } from "../../../src/model/wrong-type.ts";

const doc = "A field.";
const server = z.strictObject({ host: z.string().min(3), password: z.string(), ports: z.array(z.number()).optional() });

test.each([
  ["nothing", server, undefined, 0],
  ["a value that breaks a limit", server, { host: "a", password: "b" }, 0],
  ["one without a member that a program has to give", server, { host: "acme" }, 0],
  ["one that the service shows as null", server, { host: "acme", password: null }, 0],
  ["one that is not known yet", server, { host: UNKNOWN, password: "b" }, 0],
  ["a member that nobody declared", server, { host: "acme", password: "b", more: 1 }, 0],
  ["another type", server, "acme", 1],
  ["a member of another type", server, { host: 5, password: "b" }, 1],
  ["nothing among the items of a list", server, { host: "acme", password: "b", ports: [null] }, 1],
  ["either of two forms, without a member", z.union([z.string(), server]), { host: "acme" }, 0],
  ["neither of two forms", z.union([z.string(), server]), 5, 1],
])("%s is told from a wrong type", (_what, schema, value, found) => {
  expect(wrongTypesIn(field(schema, { doc }), value)).toHaveLength(found);
});
