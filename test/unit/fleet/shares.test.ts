import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";

import { waveOf } from "../../../packages/fleet/src/expansion/waves.ts";
import { fleetSchema } from "../../../packages/fleet/src/file/fleet-schema.ts";
import { reasonToStop } from "../../../packages/fleet/src/run/stop-rule.ts";
import { fleetEngines } from "../../../src/engines/index.ts";
import { fleetOf } from "../../support/fleet-of.ts";

const SCHEMA = fleetSchema(fleetEngines);

const folder = mkdtempSync(join(tmpdir(), "orgform-shares-"));
beforeAll(() => writeFileSync(join(folder, "Pulumi.yaml"), "name: test\nruntime: nodejs\n"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Hundredths of a percent. The schema accepts 1 to 10,000. */
const HUNDREDTHS = Array.from({ length: 10_000 }, (_, index) => index + 1);

/** Every way to write a share: `0.5%`, `00.50%`. */
function spellingsOf(hundredths: number): string[] {
  const whole = Math.floor(hundredths / 100);
  const rest = String(hundredths % 100).padStart(2, "0");
  const short = rest.replace(/0+$/u, "");
  return [...new Set([`${whole}.${rest}%`, ...(short === "" ? [`${whole}%`, `${whole}.0%`] : [`${whole}.${short}%`])])];
}

const fileWith = (share: string): object => ({
  templates: { free: { engine: "pulumi", path: "." } },
  organizations: [{ name: "acme", template: "free" }],
  waves: [{ share }, { share: "100%" }],
  stop: { share },
});

const fleetWith = (share: string) => fleetOf(join(folder, "fleet.yaml"), JSON.stringify(fileWith(share)));

test("every share with up to two decimals is one that the schema takes, and no other is", () => {
  const spellings = HUNDREDTHS.filter((one) => one % 7 === 0 || one < 120 || one > 9_890).flatMap(spellingsOf);
  expect(spellings.filter((share) => !SCHEMA.safeParse(fileWith(share)).success)).toEqual([]);
  const wrong = ["0%", "0.00%", "100.01%", "101%", "0.005%", "1e1%", "-1%", "5", "1,5%", "%", " 5%", ".5%", "5.%"];
  expect(wrong.filter((share) => SCHEMA.safeParse(fileWith(share)).success)).toEqual([]);
});

const NAMES = Array.from({ length: 10_000 }, (_, index) => `customer-${index}`);

test.each(["0.5%", "2.5%", "12.34%", "33.3%", "50%", "66.67%", "99.9%", "99.99%", "100%"])(
  "a wave of %s takes about that many of many organizations",
  (share) => {
    const waves = fleetWith(share).waves;
    const taken = NAMES.filter((key) => waveOf({ key, labels: {} }, waves) === 0).length;
    const [part, n] = [Number(share.slice(0, -1)) / 100, NAMES.length];
    // Four times the deviation of so many throws.
    expect(Math.abs(taken - part * n)).toBeLessThanOrEqual(4 * Math.sqrt(n * part * (1 - part)));
  },
);

test("a run stops at exactly the share that is said, whatever its decimals, and not one organization before", () => {
  const wrong: string[] = [];
  for (const hundredths of HUNDREDTHS.filter((one) => one % 97 === 0 || one < 12 || one > 9_985)) {
    const share = spellingsOf(hundredths)[0] ?? "";
    const { stop } = fleetWith(share);
    // The smallest wave whose share is an integer, and a wave whose share isn't.
    for (const size of [10_000, 1000, 37]) {
      const least = Math.ceil((hundredths * size) / 10_000);
      for (const [failed, stops] of [
        [least, true],
        [least - 1, false],
      ] as const) {
        if (failed < 0) continue;
        const wave = Array.from({ length: size }, (_, index) => (index < failed ? "failed" : "succeeded") as never);
        if ((reasonToStop(stop, failed, { states: wave }) !== undefined) !== stops)
          wrong.push(`${share}: ${failed} of ${size}`);
      }
    }
    if (!(reasonToStop(stop, 1, { states: ["failed"] }) ?? "").endsWith(`stops at ${hundredths / 100}%`))
      wrong.push(`${share} is said`);
  }
  expect(wrong).toEqual([]);
});
