import type { AnyResource } from "../model/definition.ts";
import { batchExport } from "./batch-export.ts";
import { domain } from "./domain.ts";
import { domainSso } from "./domain-sso.ts";
import { domainVerification } from "./domain-verification.ts";
import { invite } from "./invite.ts";
import { member } from "./member.ts";
import { membership } from "./membership.ts";
import { organization } from "./organization.ts";
import { organizationMembers } from "./organization-members.ts";
import { pipelineDestination } from "./pipeline-destination.ts";
import { pipelineFrontendApp } from "./pipeline-frontend-app.ts";
import { pipelineImportApp } from "./pipeline-import-app.ts";
import { pipelineTransformation } from "./pipeline-transformation.ts";
import { plugin } from "./plugin.ts";
import { project } from "./project.ts";
import { proxyRecord } from "./proxy-record.ts";
import { proxyRecordValidation } from "./proxy-record-validation.ts";
import { role } from "./role.ts";
import { roleMembership } from "./role-membership.ts";

/** Every resource, sorted by name: the one list from which engines, docs and tests take their rows. */
export const resources: readonly AnyResource[] = [
  batchExport,
  domain,
  domainSso,
  domainVerification,
  invite,
  member,
  membership,
  organization,
  organizationMembers,
  pipelineDestination,
  pipelineFrontendApp,
  pipelineImportApp,
  pipelineTransformation,
  plugin,
  project,
  proxyRecord,
  proxyRecordValidation,
  role,
  roleMembership,
];
