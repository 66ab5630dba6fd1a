import { expect, test } from "@jest/globals";
import * as pulumi from "@pulumi/pulumi";

import { outputForm } from "../../../src/engines/pulumi/program/function-calls.ts";

/** The contents of an output, as the engine gets them. */
async function inside(output: pulumi.Output<unknown>): Promise<{ value: unknown; known: boolean; secret: boolean }> {
  const parts = output as unknown as { promise(): Promise<unknown>; isKnown: Promise<boolean> }; // -- internal to the SDK
  const [value, known, secret] = await Promise.all([parts.promise(), parts.isKnown, pulumi.isSecret(output)]);
  return { value, known, secret };
}

const read = { isSecret: false, isWrite: false };
const echo = (known: object): Promise<object> => Promise.resolve({ ...known });

test("waits for arguments that are outputs and gives what the function gave", async () => {
  const output = outputForm({ a: pulumi.output(1), list: [pulumi.output("x")] }, echo, read);
  expect(await inside(output)).toEqual({ value: { a: 1, list: ["x"] }, known: true, secret: false });
});

test("is secret with a secret argument, and with a secret result", async () => {
  expect(await inside(outputForm({ a: pulumi.secret(1) }, echo, read))).toMatchObject({ known: true, secret: true });
  const marked = outputForm({ a: 1 }, echo, { ...read, isSecret: true });
  expect(await inside(marked)).toMatchObject({ value: { a: 1 }, secret: true });
});

test("makes no call while an argument is unknown", async () => {
  const never = (): Promise<object> => Promise.reject(new Error("called"));
  const unknown = pulumi.output(pulumi.unknown);
  expect(await inside(outputForm({ a: unknown }, never, read))).toMatchObject({ known: false });
});

test("of a write is unknown as long as there is only a plan, then the result alone", async () => {
  const write = { isSecret: false, isWrite: true };
  const planned = outputForm({}, () => Promise.resolve({ planned: true, plan: "would" }), write);
  expect(await inside(planned)).toMatchObject({ known: false });
  const done = outputForm({}, () => Promise.resolve({ planned: false, requested: 2 }), write);
  expect(await inside(done)).toEqual({ value: { requested: 2 }, known: true, secret: false });
});
