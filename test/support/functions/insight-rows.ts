import type { Values } from "../../../src/model/json-value.ts";
import type { Departure, FunctionRow } from "./row.ts";
import type { Seeded } from "./seeded.ts";

const ada = (seeded: Seeded) => ({ uuid: seeded.ada, name: "ada@acme.example", type: "person" });
const bob = (seeded: Seeded) => ({ uuid: seeded.bob, name: "bob@acme.example", type: "person" });

const LOOK_THEN_PAY = [
  { id: "look", order: 0 },
  { id: "pay", order: 1 },
];
/** The sandbox doesn't store groups, and only trends count. */
const WITHOUT_COUNT = ["groupKey", "valueAtDataPoint"];

const FAILS: Departure = {
  because: "the running service fails on it",
  fails: /500 unavailable.*\n.*August 2025 always fails on it/u,
};
const GONE: Departure = {
  because: "the running service takes the word for the id of a person",
  fails: /40[05] (?:invalid_input|method_not_allowed).*\n.*since August 2025 no longer have it/u,
};
const GONE_LATE: Departure = {
  because: "the service of 2026-09 has no insights of persons",
  fails: /40[045] (?:invalid_input|method_not_allowed|endpoint_not_found).*\n.*since September 2026 no longer have it/u,
};

/** The query in the body by default, and in the URL on request. */
function bothWays(question: Values): Pick<FunctionRow, "args" | "others"> {
  return {
    args: ({ projectId }) => ({ projectId, ...question }),
    others: ({ projectId }) => [{ projectId, ...question, inAddress: true }],
  };
}

export const INSIGHT_ROWS: Readonly<Record<string, FunctionRow>> = {
  queryPersonsFunnel: {
    ...bothWays({ events: LOOK_THEN_PAY, funnelStep: 2, dateFrom: "2030-01-01" }),
    gives: (seeded) => [ada(seeded)],
    absent: WITHOUT_COUNT,
    departs: { "2026-09": GONE_LATE },
  },
  queryPersonsFunnelCorrelation: {
    ...bothWays({
      events: LOOK_THEN_PAY,
      dateFrom: "2030-01-01",
      funnelCorrelationType: "events",
      funnelCorrelationPersonEntity: { id: "$pageview", type: "events" },
      funnelCorrelationPersonConverted: "true",
    }),
    gives: (seeded) => [ada(seeded)],
    absent: WITHOUT_COUNT,
    departs: { "2026-09": GONE_LATE },
  },
  queryPersonsPath: {
    ...bothWays({ startPoint: "https://acme.example/home", dateFrom: "2030-01-05" }),
    gives: (seeded) => [ada(seeded)],
    absent: WITHOUT_COUNT,
    departs: { "2025-08": GONE, "2026-09": GONE },
  },
  queryPersonsLifecycle: {
    args: ({ projectId }) => ({
      projectId,
      events: [{ id: "look", order: 0 }],
      targetDate: "2030-01-08",
      lifecycleType: "resurrecting",
    }),
    gives: (seeded) => [bob(seeded), ada(seeded)],
    absent: WITHOUT_COUNT,
    departs: { "2025-08": FAILS, "2026-09": GONE_LATE },
  },
  queryPersonsRetention: {
    args: ({ projectId }) => ({ projectId, period: "Day", dateTo: "2030-01-10", totalIntervals: 3 }),
    gives: () => [{ appearances: [1, 0, 0] }],
    departs: { "2025-08": GONE, "2026-09": GONE },
  },
  queryPersonsStickiness: {
    args: ({ projectId }) => ({ projectId, entityId: "look", stickinessDays: 2, dateFrom: "2030-01-04" }),
    gives: (seeded) => [ada(seeded)],
    absent: WITHOUT_COUNT,
    departs: { "2025-08": FAILS, "2026-09": GONE_LATE },
  },
  queryPersonsTrends: {
    args: ({ projectId }) => ({ projectId, entityId: "look", dateFrom: "2030-01-05" }),
    gives: (seeded) => [{ ...ada(seeded), valueAtDataPoint: 1 }],
    absent: ["groupKey"],
    departs: { "2026-09": GONE_LATE },
  },
};
