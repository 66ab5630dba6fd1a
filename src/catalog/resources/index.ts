import type { AnyResource } from "../../model/definition.ts";
import { batchExport } from "./batch-export/batch-export.ts";
import { domain } from "./domain/domain.ts";
import { domainSso } from "./domain/domain-sso.ts";
import { domainVerification } from "./domain/domain-verification.ts";
import { invite } from "./invite/invite.ts";
import { member } from "./member/member.ts";
import { membership } from "./member/membership.ts";
import { organization } from "./organization/organization.ts";
import { organizationMembers } from "./member/organization-members.ts";
import { pipelineDestination } from "./pipeline-item/pipeline-destination.ts";
import { pipelineFrontendApp } from "./pipeline-item/pipeline-frontend-app.ts";
import { pipelineImportApp } from "./pipeline-item/pipeline-import-app.ts";
import { pipelineTransformation } from "./pipeline-item/pipeline-transformation.ts";
import { plugin } from "./pipeline-item/plugin.ts";
import { project } from "./project/project.ts";
import { proxyRecord } from "./proxy-record/proxy-record.ts";
import { proxyRecordValidation } from "./proxy-record/proxy-record-validation.ts";
import { role } from "./role/role.ts";
import { roleMembership } from "./role/role-membership.ts";

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
