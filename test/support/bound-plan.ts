import type { BoundPlan } from "../../packages/fleet/src/bound/bound-plan.ts";

/** A plan that binds an update of one object in one organization. */
export const PLAN: BoundPlan = {
  fleet: "fleet",
  planned: "2026-11-26T08:00:00.000Z",
  rules: "r",
  isRefresh: false,
  organizations: [
    {
      name: "acme",
      statement: {
        template: "small",
        engine: "one",
        files: "f",
        values: { title: "h" },
        credential: "default",
        provider: "0.1.0",
        wave: 0,
      },
      objects: [{ operation: "update", address: "a.b", fields: ["name"] }],
      saved: { bound: "exact", content: "c2VjcmV0" },
    },
  ],
};
