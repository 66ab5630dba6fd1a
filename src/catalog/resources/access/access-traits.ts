import { adoption } from "../../../capabilities/adoption.ts";
import { pendingCreation } from "../../../capabilities/pending-creation.ts";
import { retainOnDestroy } from "../../../capabilities/retain-on-destroy.ts";
import { BELOW_PROJECT, LEARNS_ORGANIZATION, projectsWithin } from "../project/project-scope.ts";
import { RULES_SINCE } from "./access-guards.ts";
import { isRetained, pendingRule, removalNotice } from "./access-outputs.ts";
import { isRuleGone, isSubjectKnown, waitingFor, whyNotEveryRule, whyNotEverySubject } from "./access-rules.ts";

/** What every list of rules says of itself, beside what it lists. */
export const RULE_LIST = {
  scope: ["projectId"],
  scopesWithin: projectsWithin,
  servesReads: true,
  isShown: isSubjectKnown,
  whyIncomplete: whyNotEveryRule,
  whyPartial: whyNotEverySubject,
  standIn: waitingFor,
} as const;

/** What every resource that is one rule has in common. */
export const RULE_TRAITS = {
  scopes: {
    read: ["access_control:read", "organization:read", "organization_member:read", "project:read"],
    write: ["access_control:write"],
  },
  parent: BELOW_PROJECT.parent,
  since: RULES_SINCE,
  confirmGone: isRuleGone,
  whyUnseen: BELOW_PROJECT.whyUnseen,
  ...LEARNS_ORGANIZATION,
  capabilities: [
    adoption({ adoptExisting: "ifEqual" }),
    retainOnDestroy({ isRetained, removalNotice }),
    pendingCreation(pendingRule),
  ],
} as const;
