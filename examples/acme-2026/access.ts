import * as orgform from "orgform/pulumi";

import type { Organization } from "./organization";

/** Lets only support and one administrator into the project, and makes its dashboards read-only. */
export function access(organization: Organization, project: orgform.Project): void {
  const { projectId } = project;
  const email = "ann@cloud.acme.example";
  const support = new orgform.Role("support", { ...organization, name: "Support" });
  const ann = new orgform.Membership("ann", { ...organization, email, level: "member" });
  new orgform.ProjectAccess("support", { projectId, roleId: support.roleId, level: "member" });
  // Deferred with a warning until the invite is accepted.
  new orgform.ProjectAccess("ann", { projectId, email, level: "admin" }, { dependsOn: ann });
  new orgform.ProjectAccess("nobody-else", { projectId, level: "none" });
  new orgform.AccessControl("dashboards", { projectId, resource: "dashboard", level: "viewer" });
}
