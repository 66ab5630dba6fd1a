/**
 * The text in `__provider` of every resource, byte for byte. It lies in the states of users: a line here is never
 * changed and never removed.
 */
export const STORED_TEXTS: Readonly<Record<string, string>> = {
  BatchExport: 'exports.handler = () => require("orgform/dyn/batch-export.cjs");',
  Domain: 'exports.handler = () => require("orgform/dyn/domain.cjs");',
  DomainSso: 'exports.handler = () => require("orgform/dyn/domain-sso.cjs");',
  DomainVerification: 'exports.handler = () => require("orgform/dyn/domain-verification.cjs");',
  Invite: 'exports.handler = () => require("orgform/dyn/invite.cjs");',
  Member: 'exports.handler = () => require("orgform/dyn/member.cjs");',
  Membership: 'exports.handler = () => require("orgform/dyn/membership.cjs");',
  Organization: 'exports.handler = () => require("orgform/dyn/organization.cjs");',
  OrganizationMembers: 'exports.handler = () => require("orgform/dyn/organization-members.cjs");',
  PipelineDestination: 'exports.handler = () => require("orgform/dyn/pipeline-destination.cjs");',
  PipelineFrontendApp: 'exports.handler = () => require("orgform/dyn/pipeline-frontend-app.cjs");',
  PipelineImportApp: 'exports.handler = () => require("orgform/dyn/pipeline-import-app.cjs");',
  PipelineTransformation: 'exports.handler = () => require("orgform/dyn/pipeline-transformation.cjs");',
  Plugin: 'exports.handler = () => require("orgform/dyn/plugin.cjs");',
  Project: 'exports.handler = () => require("orgform/dyn/project.cjs");',
  ProxyRecord: 'exports.handler = () => require("orgform/dyn/proxy-record.cjs");',
  ProxyRecordValidation: 'exports.handler = () => require("orgform/dyn/proxy-record-validation.cjs");',
  Role: 'exports.handler = () => require("orgform/dyn/role.cjs");',
  RoleMembership: 'exports.handler = () => require("orgform/dyn/role-membership.cjs");',
};
