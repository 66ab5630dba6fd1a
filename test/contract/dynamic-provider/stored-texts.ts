import { served } from "../../../src/app/served.ts";

/**
 * The text in `__provider` of every resource of a released version, byte for byte. Users' states contain these texts,
 * so never change or remove a line here.
 */
export const RELEASED_TEXTS: Readonly<Record<string, string>> = {
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
  AddProductIntent: 'exports.handler = () => require("orgform/dyn/add-product-intent.cjs");',
  BackfillBatchExport: 'exports.handler = () => require("orgform/dyn/backfill-batch-export.cjs");',
  BulkCreateInvites: 'exports.handler = () => require("orgform/dyn/bulk-create-invites.cjs");',
  BulkDeletePersons: 'exports.handler = () => require("orgform/dyn/bulk-delete-persons.cjs");',
  CheckPluginForUpdates: 'exports.handler = () => require("orgform/dyn/check-plugin-for-updates.cjs");',
  CompleteProductOnboarding: 'exports.handler = () => require("orgform/dyn/complete-product-onboarding.cjs");',
  DeletePerson: 'exports.handler = () => require("orgform/dyn/delete-person.cjs");',
  DeletePersonProperty: 'exports.handler = () => require("orgform/dyn/delete-person-property.cjs");',
  PauseBatchExport: 'exports.handler = () => require("orgform/dyn/pause-batch-export.cjs");',
  ResetProjectToken: 'exports.handler = () => require("orgform/dyn/reset-project-token.cjs");',
  SplitPerson: 'exports.handler = () => require("orgform/dyn/split-person.cjs");',
  UnpauseBatchExport: 'exports.handler = () => require("orgform/dyn/unpause-batch-export.cjs");',
  UpdatePerson: 'exports.handler = () => require("orgform/dyn/update-person.cjs");',
  UpdatePersonProperty: 'exports.handler = () => require("orgform/dyn/update-person-property.cjs");',
  UpdatePluginSource: 'exports.handler = () => require("orgform/dyn/update-plugin-source.cjs");',
  UpgradePlugin: 'exports.handler = () => require("orgform/dyn/upgrade-plugin.cjs");',
  VerifyDomain: 'exports.handler = () => require("orgform/dyn/verify-domain.cjs");',
};

/** The text of every resource, in the order of the registry. Unreleased resources get theirs from the rule. */
export const STORED_TEXTS: Readonly<Record<string, string>> = Object.fromEntries(
  served.map(({ name }) => [name, RELEASED_TEXTS[name] ?? textByRule(name)]),
);

function textByRule(name: string): string {
  const file = name.replaceAll(/(?<=[a-z0-9])[A-Z]/gu, "-$&").toLowerCase();
  return `exports.handler = () => require("orgform/dyn/${file}.cjs");`;
}
