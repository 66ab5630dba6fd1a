/**
 * Does the same small work every 20 seconds until it is killed, and writes the CPU seconds of each time to the file that it
 * is given, a line each. `machine-speed.ts` starts it beside a run of tests.
 */
import { createHash } from "node:crypto";
import { appendFileSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Script } from "node:vm";

const PAUSE_MS = 20_000;

/** A text of half a megabyte that changes with few commits. Its length is fixed, so that more packages aren't more work. */
const LENGTH = 400_000;
const lock = readFileSync(fileURLToPath(new URL("../../package-lock.json", import.meta.url)), "utf8").slice(0, LENGTH);

/** What tests do all the time: read and write JSON, look for patterns, sort, hash, and compile and run code. */
function work() {
  const lines = lock.split("\n");
  for (let round = 0; round < 6; round += 1) {
    const rows = lines.map((text, line) => ({ line, text, words: text.split(/\W+/u) }));
    const copied = JSON.parse(JSON.stringify(rows));
    const byWord = new Map(copied.flatMap(({ words, line }) => words.map((word) => [word, line])));
    const sorted = [...byWord.keys()].toSorted((one, other) => one.localeCompare(other));
    createHash("sha256").update(sorted.join(" ")).digest();
    const code = sorted
      .slice(0, 2_000)
      .map((word, at) => `(() => { const w = ${JSON.stringify(word)}; return w + ${at + round}; })()`);
    new Script(`[${code.join(",\n")}].length`).runInThisContext();
  }
}

function sample() {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  appendFileSync(process.argv[2], `${(user + system) / 1_000_000}\n`);
}

// The first time also warms the compiler up.
work();
sample();
setInterval(sample, PAUSE_MS);
