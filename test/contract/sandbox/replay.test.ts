import { describe, expect, jest, test } from "@jest/globals";
import { flowNames } from "./replay/recording.ts";
import { type Outcome, runFlow } from "./replay/run-flow.ts";
import { NOT_YET, listedSteps } from "./replay/unreplayed.ts";

// The throttling flow sends more than a thousand requests.
jest.setTimeout(120_000);

const listed = listedSteps();
const keyOf = ({ flow, row }: Outcome): string => `${flow}:${row.step}`;
const counts = { compared: 0 };

describe("sandboxOnly: recorded rows", () => {
  test.each(flowNames())("%s matches the recording, except the rows listed as not replayed", async (flow) => {
    const compared = (await runFlow(flow)).filter((outcome) => outcome.isCompared);
    counts.compared += compared.length;
    const failing = compared.filter(({ differences }) => differences.length > 0);
    const told = failing
      .filter((outcome) => !listed.has(keyOf(outcome)))
      .map(({ row, differences }) => `${row.step} ${row.name}: ${differences.join("; ")}`);
    expect(told).toEqual([]);
    const failingKeys = new Set(failing.map(keyOf));
    const mended = [...listed.keys()].filter((key) => key.startsWith(`${flow}:`) && !failingKeys.has(key));
    expect(mended).toEqual([]);
  });

  test("lists at most five percent of the rows permanently", () => {
    expect(counts.compared).toBeGreaterThan(2000);
    const forGood = [...listed.values()].filter((reason) => reason !== NOT_YET).length;
    expect(forGood / counts.compared).toBeLessThan(0.05);
  });
});
