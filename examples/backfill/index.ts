import * as pulumi from "@pulumi/pulumi";
import * as orgform from "orgform/pulumi";

const config = new pulumi.Config();

// The organization comes from the provider configuration.
const projectId = config.require("project");

const warehouse = new orgform.BatchExport("warehouse", {
  projectId,
  name: "Events to the warehouse",
  interval: "day",
  destination: {
    postgres: {
      host: "warehouse.acme.example",
      database: "analytics",
      schema: "public",
      tableName: "events",
      user: "orgform",
      password: config.getSecret("warehousePassword") ?? pulumi.secret("for the sandbox"),
    },
  },
});

/** Time ranges to export again. Add lines, and never change one. */
const BACKFILLS = [
  { why: "before-the-export", startAt: "2026-01-01T00:00:00Z", endAt: "2026-02-01T00:00:00Z", attempt: "1" },
  { why: "outage-in-march", startAt: "2026-03-02T00:00:00Z", endAt: "2026-03-03T00:00:00Z", attempt: "1" },
];

for (const { why, startAt, endAt, attempt } of BACKFILLS) {
  new orgform.BackfillBatchExport(why, {
    projectId,
    exportId: warehouse.exportId,
    startAt,
    endAt,
    triggers: { attempt },
  });
}
