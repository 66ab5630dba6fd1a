import type { Rule } from "../rule.ts";
import { accessByRole, adminByRule, projectDefaultAccess } from "./access.ts";
import { deletionProtected, inlineCredentials, managedByCode } from "./declared.ts";
import { exportDestinations, exportPersons, exportsRunning, exportsSucceed } from "./exports.ts";
import { hogFunctionCode, hogFunctionHosts } from "./hog-functions.ts";
import { invitesExpired, invitesPending, invitesToOwnDomains, peopleInOwnDomains } from "./invites.ts";
import { ownersCount, ownersNamed } from "./owners.ts";
import { peopleActive, peopleInRoles } from "./people.ts";
import { secondFactorEnforced, secondFactorMissing } from "./second-factor.ts";
import { addressesAnonymized, aiProcessing, invitesByAdmins, projectNames, publicSharingOff } from "./settings.ts";
import { certificateEnds, jitWithSso, scimOrCode, ssoEnforced, verifiedDomainsEnforced } from "./sign-on.ts";

/** All built-in rules, in the order in which reports have their findings. */
export const RULES: readonly Rule[] = [
  ownersCount,
  ownersNamed,
  secondFactorEnforced,
  secondFactorMissing,
  ssoEnforced,
  jitWithSso,
  verifiedDomainsEnforced,
  certificateEnds,
  scimOrCode,
  invitesToOwnDomains,
  invitesPending,
  invitesExpired,
  invitesByAdmins,
  peopleInOwnDomains,
  peopleActive,
  peopleInRoles,
  accessByRole,
  adminByRule,
  projectDefaultAccess,
  exportDestinations,
  exportPersons,
  exportsSucceed,
  exportsRunning,
  inlineCredentials,
  hogFunctionHosts,
  hogFunctionCode,
  publicSharingOff,
  aiProcessing,
  addressesAnonymized,
  projectNames,
  deletionProtected,
  managedByCode,
];
