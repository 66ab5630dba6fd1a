/**
 * Makes a second set-up wait for the first.
 *
 * The lock saves work and is not what keeps something half-made from being used: that is a rename or a stamp at the end.
 * So the rare race in taking over a dead holder's lock costs doing the work twice and nothing else. CommonJS, because it
 * is needed before anything is installed and is loaded by tests too; its types are in lock.d.cts.
 */
const { mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } = require("node:fs");
const { hostname } = require("node:os");
const { dirname } = require("node:path");
const { setTimeout: sleep } = require("node:timers/promises");

const TIMING = { beatMs: 2_000, deadMs: 60_000, pollMs: 300 };

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it runs, but belongs to somebody else.
    return error.code === "EPERM";
  }
}

function tryTake(path) {
  try {
    writeFileSync(path, JSON.stringify({ pid: process.pid, host: hostname() }), { flag: "wx" });
    return true;
  } catch (error) {
    if (error.code === "EEXIST") return false;
    throw error;
  }
}

/** The process ID of the live holder; undefined if the lock is free or its holder is dead. */
function livingHolder(path, deadMs) {
  try {
    if (Date.now() - statSync(path).mtimeMs > deadMs) return undefined;
    const holder = JSON.parse(readFileSync(path, "utf8"));
    return holder.host !== hostname() || isAlive(holder.pid) ? holder.pid : undefined;
  } catch (error) {
    // Gone meanwhile, or taken but not yet written: an empty file is a holder at work.
    return error instanceof SyntaxError ? 0 : undefined;
  }
}

function beat(path) {
  try {
    utimesSync(path, new Date(), new Date());
  } catch {
    // Somebody took us for dead; harmless, see above.
  }
}

async function withLock(path, work, onWait, timing = TIMING) {
  mkdirSync(dirname(path), { recursive: true });
  let announced = false;
  while (!tryTake(path)) {
    const pid = livingHolder(path, timing.deadMs);
    if (pid === undefined) {
      rmSync(path, { force: true });
      continue;
    }
    if (!announced) onWait(pid);
    announced = true;
    await sleep(timing.pollMs);
  }
  const timer = setInterval(beat, timing.beatMs, path);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    rmSync(path, { force: true });
  }
}

module.exports = { isAlive, withLock };
