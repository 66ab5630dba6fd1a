import * as z from "zod";

import { known } from "./known.ts";

/*
 * The picture of an organization: its objects, and what its code adds. Rules check it, access is computed from it, and
 * a plan can be applied to it. It is JSON without secrets, and its schema is its documentation.
 *
 * Every object has the fields of its resource in the reference, under the same names, besides those listed here. A
 * field that the service doesn't show, or that a plan doesn't know yet, is `{ unknown: why }`; a field that isn't set
 * is null.
 */

const text = known(z.string());
const flag = known(z.boolean());
const textOrNull = known(z.string().nullable());
const flagOrNull = known(z.boolean().nullable());

const common = {
  resourceName: z.string().describe("Name of the resource that manages the object, such as Domain."),
  id: text.describe("ID that an import takes. Unknown for an object that a plan creates."),
  name: text.describe("Name that people use for the object."),
};

/** The fields of every object in a picture. */
export const pictureObjectSchema = z.looseObject(common);

const organizationSchema = z.looseObject({
  ...common,
  organizationId: text,
  slug: text,
  enforce2fa: flagOrNull,
  membersCanInvite: flagOrNull,
  membersCanCreateProjects: flagOrNull,
  membersCanSeeOrgMembers: flagOrNull,
  membersCanUsePersonalApiKeys: flagOrNull,
  allowPubliclySharedResources: flagOrNull,
  isAiDataProcessingApproved: flagOrNull,
  isAiTrainingOptedIn: flagOrNull,
  defaultAnonymizeIps: flagOrNull,
  enforceVerifiedDomains: flagOrNull,
  defaultRoleId: textOrNull,
  usesMostSpecificAccess: flag.describe("Whether the most specific access rule wins. Otherwise, the highest one does."),
  features: known(z.array(z.string())).describe("Keys of the features of the organization's plan."),
});

const projectSchema = z.looseObject({
  ...common,
  projectId: text.describe("Number of the project, as a string."),
  anonymizeIps: flagOrNull,
});

const domainSchema = z.looseObject({
  ...common,
  domainId: text,
  domain: text,
  isVerified: flag,
  verifiedAt: textOrNull,
  jitProvisioningEnabled: flagOrNull,
  ssoEnforcement: textOrNull.describe('"google-oauth2", "github", "gitlab", or "saml"; "" enforces nothing.'),
  samlCertificateEndsAt: textOrNull.describe("End of the SAML certificate, UTC, RFC 3339; null without a certificate."),
});

const identityProviderSchema = z.looseObject({
  ...common,
  identityProviderId: text,
  protocol: textOrNull.describe('"saml", "oidc", "scim", or "xaa".'),
  domainScope: textOrNull.describe('"all" or "selected".'),
  domainIds: known(z.array(text).nullable()),
  scimEnabled: flag,
  samlCertificateEndsAt: textOrNull.describe("End of the SAML certificate, UTC, RFC 3339; null without a certificate."),
});

const personSchema = z.looseObject({
  ...common,
  email: text.describe("Email address, in lowercase."),
  level: text.describe('"member", "admin", or "owner"; an unknown number stays a number, as a string.'),
  userId: text,
  joinedAt: text,
  is2faEnabled: flag,
  hasSocialAuth: flag,
  lastLogin: textOrNull.describe("Time of the last sign-in, UTC, RFC 3339; null for somebody who never signed in."),
});

const inviteSchema = z.looseObject({
  ...common,
  email: text.describe("Email address, in lowercase."),
  level: text,
  status: text.describe('"pending", "expired", or "deferred".'),
  createdAt: text,
  expiresAt: text,
  invitedBy: textOrNull.describe("Email address of the person who sent the invite."),
});

const roleSchema = z.looseObject({
  ...common,
  roleId: text,
  isDefault: flag,
  members: known(z.array(text)).describe("Email addresses of the people in the role, sorted."),
});

const accessRuleSchema = z.looseObject({
  ...common,
  projectId: text,
  resource: text.describe('"project", or the kind of resource that the rule is about, such as "dashboard".'),
  resourceId: textOrNull.describe("The one object that the rule is about; null for all objects of the kind."),
  email: textOrNull.describe(
    "Email address of the person whom the rule is about; null for a rule about a role or everyone.",
  ),
  roleId: textOrNull.describe("Role that the rule is about; null for a rule about a person or everyone."),
  level: text,
});

const exportSchema = z.looseObject({
  ...common,
  exportId: text,
  projectId: text,
  model: text.describe('"events", "persons", "sessions", or "hogql".'),
  paused: flag,
  interval: text,
  destinationType: text.describe("Name of the destination's block, such as s3."),
  destination: known(z.record(z.string(), z.unknown())).describe("The block by its name, without secrets."),
  lastRunStatus: textOrNull.describe("Status of the newest run, such as Completed or Failed; null without a run."),
});

const integrationSchema = z.looseObject({ ...common, projectId: text, integrationId: text, kind: text });

const hogFunctionSchema = z.looseObject({
  ...common,
  functionId: text,
  projectId: text,
  type: text,
  enabled: flag,
  templateId: textOrNull,
  hog: textOrNull.describe("Source code; null for the code of the template."),
  inputs: textOrNull.describe("Inputs as JSON text, without secrets."),
});

const proxySchema = z.looseObject({
  ...common,
  recordId: text,
  domain: text,
  status: text.describe('"waiting", "issuing", "valid", "warning", "erroring", "deleting", or "timed_out".'),
});

const pipelineItemSchema = z.looseObject({ ...common, itemId: text, url: textOrNull, pluginType: textOrNull });

/** The objects of each section. */
const sections = {
  projects: projectSchema,
  domains: domainSchema,
  identityProviders: identityProviderSchema,
  people: personSchema,
  invites: inviteSchema,
  roles: roleSchema,
  accessRules: accessRuleSchema,
  exports: exportSchema,
  integrations: integrationSchema,
  hogFunctions: hogFunctionSchema,
  proxies: proxySchema,
  pipelineItems: pipelineItemSchema,
} as const;

/** The sections of a picture that are lists. */
export type Section = keyof typeof sections;

/** The fields that every object of a section has. */
export const fieldsOfSection = (section: Section): string[] => Object.keys(sections[section].shape);

/** The objects of an organization: as the service shows them now, or would show them after a plan. */
export const livingSchema = z.strictObject({
  organization: organizationSchema,
  projects: known(z.array(projectSchema)),
  domains: known(z.array(domainSchema)),
  identityProviders: known(z.array(identityProviderSchema)),
  people: known(z.array(personSchema)).describe("Members of the organization."),
  invites: known(z.array(inviteSchema)).describe("Open and expired invites."),
  roles: known(z.array(roleSchema)),
  accessRules: known(z.array(accessRuleSchema)).describe("Rules of projects and of kinds of resources."),
  exports: known(z.array(exportSchema)),
  integrations: known(z.array(integrationSchema)),
  hogFunctions: known(z.array(hogFunctionSchema)),
  proxies: known(z.array(proxySchema)),
  pipelineItems: known(z.array(pipelineItemSchema)),
});

const declaredObjectSchema = z.strictObject({
  resourceName: z.string().describe("Name of the resource, such as Domain."),
  address: z.string().describe("What the program calls the object."),
  id: text.describe("ID of the object in its state, as in the living part."),
  deletionProtection: known(z.boolean().nullable()).describe("Null for a resource that has no such setting."),
  inlineSecrets: z
    .array(z.string())
    .describe("Paths of the secret inputs that the program gives itself, never a value."),
});

/** What code declares about an organization, beyond what the service shows. */
const declaredSchema = z.strictObject({
  engine: z.string(),
  resourceNames: z.array(z.string()).describe("Names of the resources that the code declares objects of, sorted."),
  objects: z.array(declaredObjectSchema),
});

/** The picture of one organization. */
export const pictureSchema = z.strictObject({
  version: z.literal(1),
  host: z.string().describe("URL of the service."),
  takenAt: z.string().describe("Time at which the picture was taken, UTC, RFC 3339."),
  living: livingSchema,
  declared: known(declaredSchema).describe("Unknown without a plan or a state."),
});

export type PictureObject = z.output<typeof pictureObjectSchema>;
export type Living = z.output<typeof livingSchema>;
/** What the code adds. */
export type Declared = z.output<typeof declaredSchema>;
export type Picture = z.output<typeof pictureSchema>;
