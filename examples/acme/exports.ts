import * as pulumi from "@pulumi/pulumi";
import * as orgform from "orgform/pulumi";

import type { Organization } from "./organization";

const config = new pulumi.Config();

/** Exports the project's events to the warehouse once an hour. */
export function exportEvents(organization: Organization, project: orgform.Project): void {
  new orgform.BatchExport("warehouse", {
    ...organization,
    projectId: project.projectId,
    name: "Events to the warehouse",
    interval: "hour",
    destination: {
      postgres: {
        host: "warehouse.acme.example",
        database: "analytics",
        schema: "public",
        tableName: "events",
        user: "orgform",
        // `pulumi config set --secret warehousePassword ...`
        password: config.getSecret("warehousePassword") ?? pulumi.secret("for the sandbox"),
      },
    },
  });
}
