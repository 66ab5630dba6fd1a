import type { Rule } from "../rule.ts";
import { accessByRole, adminByRule, projectAdmins, projectDefaultAccess } from "./access.ts";
import { deletionProtected, inlineCredentials, managedByCode } from "./declared.ts";
import { exportDestinations, exportPersons, exportsRunning, exportsSucceed } from "./exports.ts";
import { hogFunctionCode, hogFunctionHosts } from "./hog-functions.ts";
import { invitesExpired, invitesPending, invitesToOwnDomains, peopleInOwnDomains } from "./invites.ts";
import { ownersCount, ownersNamed } from "./owners.ts";
import { peopleActive, peopleInRoles } from "./people.ts";
import { secondFactorEnforced, secondFactorMissing } from "./second-factor.ts";
import { addressesAnonymized, aiProcessing, invitesByAdmins, projectNames, publicSharingOff } from "./settings.ts";
import { certificateEnds, jitWithSso, scimOrCode, ssoEnforced, verifiedDomainsEnforced } from "./sign-on.ts";

/** All built-in rules by subject. The order is the one in which reports have their findings. */
export const RULES_BY_SUBJECT: Readonly<Record<string, readonly Rule[]>> = {
  Owners: [ownersCount, ownersNamed],
  "Second factor": [secondFactorEnforced, secondFactorMissing],
  "Sign-on and domains": [ssoEnforced, jitWithSso, verifiedDomainsEnforced, certificateEnds, scimOrCode],
  Invites: [invitesToOwnDomains, invitesPending, invitesExpired, invitesByAdmins],
  People: [peopleInOwnDomains, peopleActive, peopleInRoles],
  Access: [accessByRole, adminByRule, projectDefaultAccess, projectAdmins],
  Exports: [exportDestinations, exportPersons, exportsSucceed, exportsRunning, inlineCredentials],
  "Hog functions": [hogFunctionHosts, hogFunctionCode],
  Settings: [publicSharingOff, aiProcessing, addressesAnonymized, projectNames],
  Code: [deletionProtected, managedByCode],
};

/** All built-in rules. */
export const RULES: readonly Rule[] = Object.values(RULES_BY_SUBJECT).flat();
