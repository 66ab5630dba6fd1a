// Written by `npm run gen` from src/catalog; do not edit.
import { functionCalls } from "../program/function-calls.ts";
import { resourceClasses } from "../program/resource-class.ts";
import type * as resources from "../program/resources.generated.ts";
import { caller } from "./calls.ts";
import { engine } from "./resource.ts";

export type * from "../program/functions.generated.ts";
export type { InputsOf, Outcome } from "../program/function-calls.ts";
export type { ProviderArgs } from "../program/provider-args.generated.ts";
export type * from "../program/resources.generated.ts";
export { Provider } from "./provider-resource.ts";

export const {
  AccessControl,
  BatchExport,
  Domain,
  DomainSso,
  DomainVerification,
  HogFunction,
  IdentityProvider,
  Integration,
  Invite,
  Member,
  Membership,
  Organization,
  OrganizationMembers,
  OrganizationSettings,
  PipelineDestination,
  PipelineFrontendApp,
  PipelineImportApp,
  PipelineTransformation,
  Plugin,
  Project,
  ProjectAccess,
  ProxyRecord,
  ProxyRecordValidation,
  Role,
  RoleMembership,
  AddProductIntent,
  BackfillBatchExport,
  BulkCreateInvites,
  BulkDeletePersons,
  CheckPluginForUpdates,
  CompleteProductOnboarding,
  DeletePerson,
  DeletePersonProperty,
  PauseBatchExport,
  ResetProjectToken,
  RetryProxyRecord,
  SplitPerson,
  TestHogFunction,
  UnpauseBatchExport,
  UpdatePerson,
  UpdatePersonProperty,
  UpdatePluginSource,
  UpgradePlugin,
  VerifyDomain,
} = resourceClasses(engine);
export type AccessControl = resources.AccessControl;
export type BatchExport = resources.BatchExport;
export type Domain = resources.Domain;
export type DomainSso = resources.DomainSso;
export type DomainVerification = resources.DomainVerification;
export type HogFunction = resources.HogFunction;
export type IdentityProvider = resources.IdentityProvider;
export type Integration = resources.Integration;
export type Invite = resources.Invite;
export type Member = resources.Member;
export type Membership = resources.Membership;
export type Organization = resources.Organization;
export type OrganizationMembers = resources.OrganizationMembers;
export type OrganizationSettings = resources.OrganizationSettings;
export type PipelineDestination = resources.PipelineDestination;
export type PipelineFrontendApp = resources.PipelineFrontendApp;
export type PipelineImportApp = resources.PipelineImportApp;
export type PipelineTransformation = resources.PipelineTransformation;
export type Plugin = resources.Plugin;
export type Project = resources.Project;
export type ProjectAccess = resources.ProjectAccess;
export type ProxyRecord = resources.ProxyRecord;
export type ProxyRecordValidation = resources.ProxyRecordValidation;
export type Role = resources.Role;
export type RoleMembership = resources.RoleMembership;
export type AddProductIntent = resources.AddProductIntent;
export type BackfillBatchExport = resources.BackfillBatchExport;
export type BulkCreateInvites = resources.BulkCreateInvites;
export type BulkDeletePersons = resources.BulkDeletePersons;
export type CheckPluginForUpdates = resources.CheckPluginForUpdates;
export type CompleteProductOnboarding = resources.CompleteProductOnboarding;
export type DeletePerson = resources.DeletePerson;
export type DeletePersonProperty = resources.DeletePersonProperty;
export type PauseBatchExport = resources.PauseBatchExport;
export type ResetProjectToken = resources.ResetProjectToken;
export type RetryProxyRecord = resources.RetryProxyRecord;
export type SplitPerson = resources.SplitPerson;
export type TestHogFunction = resources.TestHogFunction;
export type UnpauseBatchExport = resources.UnpauseBatchExport;
export type UpdatePerson = resources.UpdatePerson;
export type UpdatePersonProperty = resources.UpdatePersonProperty;
export type UpdatePluginSource = resources.UpdatePluginSource;
export type UpgradePlugin = resources.UpgradePlugin;
export type VerifyDomain = resources.VerifyDomain;

export const {
  addProductIntent,
  addProductIntentOutput,
  backfillBatchExport,
  backfillBatchExportOutput,
  bulkCreateInvites,
  bulkCreateInvitesOutput,
  bulkDeletePersons,
  bulkDeletePersonsOutput,
  checkPluginForUpdates,
  checkPluginForUpdatesOutput,
  completeProductOnboarding,
  completeProductOnboardingOutput,
  deletePerson,
  deletePersonOutput,
  deletePersonProperty,
  deletePersonPropertyOutput,
  diagnoseProxyRecord,
  diagnoseProxyRecordOutput,
  getAccessControl,
  getAccessControlOutput,
  getBatchExport,
  getBatchExportOutput,
  getDemoDataState,
  getDemoDataStateOutput,
  getDomain,
  getDomainOutput,
  getEvent,
  getEventOutput,
  getHogFunction,
  getHogFunctionOutput,
  getHogFunctionTemplate,
  getHogFunctionTemplateOutput,
  getIdentityProvider,
  getIdentityProviderOutput,
  getIntegration,
  getIntegrationOutput,
  getInvite,
  getInviteOutput,
  getMember,
  getMemberOutput,
  getMembership,
  getMembershipOutput,
  getOrganization,
  getOrganizationOutput,
  getPerson,
  getPersonOutput,
  getPersonPropertiesTimeline,
  getPersonPropertiesTimelineOutput,
  getPipelineDestination,
  getPipelineDestinationOutput,
  getPipelineFrontendApp,
  getPipelineFrontendAppOutput,
  getPipelineImportApp,
  getPipelineImportAppOutput,
  getPipelineTransformation,
  getPipelineTransformationOutput,
  getPlugin,
  getPluginOutput,
  getPluginSource,
  getPluginSourceOutput,
  getProject,
  getProjectOutput,
  getProjectAccess,
  getProjectAccessOutput,
  getProxyRecord,
  getProxyRecordOutput,
  getRole,
  getRoleOutput,
  listAccessControls,
  listAccessControlsOutput,
  listBatchExportLogs,
  listBatchExportLogsOutput,
  listBatchExportRuns,
  listBatchExportRunsOutput,
  listBatchExports,
  listBatchExportsOutput,
  listDomains,
  listDomainsOutput,
  listEventPropertyValues,
  listEventPropertyValuesOutput,
  listEvents,
  listEventsOutput,
  listHogFunctionLogs,
  listHogFunctionLogsOutput,
  listHogFunctions,
  listHogFunctionsOutput,
  listIdentityProviders,
  listIdentityProvidersOutput,
  listIntegrations,
  listIntegrationsOutput,
  listInvites,
  listInvitesOutput,
  listMembers,
  listMembersOutput,
  listMemberships,
  listMembershipsOutput,
  listOrganizations,
  listOrganizationsOutput,
  listPersonActivity,
  listPersonActivityOutput,
  listPersonCohorts,
  listPersonCohortsOutput,
  listPersonPropertyValues,
  listPersonPropertyValuesOutput,
  listPersons,
  listPersonsOutput,
  listPipelineDestinations,
  listPipelineDestinationsOutput,
  listPipelineFrontendApps,
  listPipelineFrontendAppsOutput,
  listPipelineImportApps,
  listPipelineImportAppsOutput,
  listPipelineTransformations,
  listPipelineTransformationsOutput,
  listPluginActivity,
  listPluginActivityOutput,
  listPluginRepository,
  listPluginRepositoryOutput,
  listPlugins,
  listPluginsOutput,
  listProjectAccesses,
  listProjectAccessesOutput,
  listProjectActivity,
  listProjectActivityOutput,
  listProjects,
  listProjectsOutput,
  listProxyRecords,
  listProxyRecordsOutput,
  listRoleMemberships,
  listRoleMembershipsOutput,
  listRoles,
  listRolesOutput,
  listUnsubscribeConfigs,
  listUnsubscribeConfigsOutput,
  listUnusedPlugins,
  listUnusedPluginsOutput,
  pauseBatchExport,
  pauseBatchExportOutput,
  queryPersonsFunnel,
  queryPersonsFunnelOutput,
  queryPersonsFunnelCorrelation,
  queryPersonsFunnelCorrelationOutput,
  queryPersonsLifecycle,
  queryPersonsLifecycleOutput,
  queryPersonsPath,
  queryPersonsPathOutput,
  queryPersonsRetention,
  queryPersonsRetentionOutput,
  queryPersonsStickiness,
  queryPersonsStickinessOutput,
  queryPersonsTrends,
  queryPersonsTrendsOutput,
  resetProjectToken,
  resetProjectTokenOutput,
  retryProxyRecord,
  retryProxyRecordOutput,
  splitPerson,
  splitPersonOutput,
  testHogFunction,
  testHogFunctionOutput,
  unpauseBatchExport,
  unpauseBatchExportOutput,
  updatePerson,
  updatePersonOutput,
  updatePersonProperty,
  updatePersonPropertyOutput,
  updatePluginSource,
  updatePluginSourceOutput,
  upgradePlugin,
  upgradePluginOutput,
  verifyDomain,
  verifyDomainOutput,
} = functionCalls(caller);
