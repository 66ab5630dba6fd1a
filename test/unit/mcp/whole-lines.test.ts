import { expect, test } from "@jest/globals";
import * as fc from "fast-check";

import { WholeLines } from "../../../packages/mcp/src/whole-lines.ts";

type Id = number | string | undefined;

interface Passed {
  readonly text: string;
  readonly refused: readonly Id[];
}

/** The passed and the refused lines from these chunks, if a line can have `most` bytes. */
async function passed(chunks: readonly Buffer[], most: number): Promise<Passed> {
  const refused: Id[] = [];
  const lines = new WholeLines((id) => refused.push(id), most);
  const out: Buffer[] = [];
  lines.on("data", (part: Buffer) => out.push(part));
  const ended = new Promise((resolve) => {
    lines.once("end", resolve);
  });
  for (const chunk of chunks) lines.write(chunk);
  lines.end();
  await ended;
  return { text: Buffer.concat(out).toString("utf8"), refused };
}

/** Cuts a text into chunks of these lengths, over and over. */
function chunksOf(bytes: Buffer, lengths: readonly number[]): Buffer[] {
  const chunks: Buffer[] = [];
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const length = lengths[turn % lengths.length] ?? 1;
    chunks.push(bytes.subarray(at, at + length));
    at += length;
  }
  return chunks;
}

test("lines pass as they are, and longer ones are left out, however they arrive", async () => {
  const line = fc.oneof(fc.constant(""), fc.string({ unit: "grapheme", maxLength: 30 }), fc.string({ maxLength: 400 }));
  const lines = fc.array(
    line.map((text) => text.replaceAll("\n", " ")),
    { maxLength: 8 },
  );
  const lengths = fc.array(fc.integer({ min: 1, max: 70 }), { minLength: 1, maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(lines, lengths, fc.integer({ min: 1, max: 300 }), async (texts, cuts, most) => {
      const ended = texts.map((text) => `${text}\n`);
      const whole = ended.filter((text) => Buffer.byteLength(text) <= most);
      const { text, refused } = await passed(chunksOf(Buffer.from(ended.join("")), cuts), most);
      expect(text).toBe(whole.join(""));
      expect(refused).toHaveLength(ended.length - whole.length);
    }),
    { numRuns: 60 },
  );
});

const LONG = "x".repeat(1_000);

test.each<readonly [string, string, Id]>([
  ["first, a number", `{"id":7,"method":"${LONG}"}`, 7],
  ["first, of several digits", `{"id": 4711 ,"method":"${LONG}"}`, 4711],
  ["first, a text", `{"id":"a-1.b:c_2","method":"${LONG}"}`, "a-1.b:c_2"],
  ["right after the version", `{ "jsonrpc": "2.0" , "id": 8, "method":"${LONG}"}`, 8],
  ["first, after blanks", `  {  "id":9,"method":"${LONG}"}`, 9],
  ["last, a number", `{"jsonrpc":"2.0","method":"${LONG}","id":42}`, 42],
  ["last, before blanks", `{"jsonrpc":"2.0","method":"${LONG}", "id": "q" }  \r`, "q"],
  ["first and last, of which the first counts", `{"id":1,"method":"${LONG}","id":2}`, 1],
  ["in the middle", `{"method":"a","id":3,"params":"${LONG}"}`, undefined],
  ["of an object inside", `{"params":{"x":"${LONG}","id":3}}`, undefined],
  ["absent", `{"method":"${LONG}"}`, undefined],
  ["first, after more blanks than are kept", `{${" ".repeat(300)}"id":7,"method":"${LONG}"}`, undefined],
  ["last, before more blanks than are kept", `{"method":"${LONG}","id":7${" ".repeat(300)}}`, undefined],
  ["with other letters", `{"id":"ä","method":"${LONG}"}`, undefined],
])("the number of a request that is left out is told: %s", async (_, line, id) => {
  // Only the beginning and the end are kept, with one chunk and with many.
  for (const cut of [5_000, 300, 7]) {
    const { text, refused } = await passed(chunksOf(Buffer.from(`${line}\nnext\n`), [cut]), 500);
    expect({ text, refused }).toEqual({ text: "next\n", refused: [id] });
  }
});

test("a line that has no end yet is held back", async () => {
  expect(await passed([Buffer.from("one\ntw")], 100)).toEqual({ text: "one\n", refused: [] });
});
