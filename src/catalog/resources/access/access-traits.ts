import { hiddenRows } from "../../../capabilities/hidden-rows.ts";
import { incompleteList } from "../../../capabilities/incomplete-list.ts";
import { placeholderRow } from "../../../capabilities/placeholder-row.ts";
import { availability } from "../../../capabilities/availability.ts";
import { confirmedAbsence } from "../../../capabilities/confirmed-absence.ts";
import { retainOnDestroy } from "../../../capabilities/retain-on-destroy.ts";
import { adoption } from "../../../capabilities/adoption.ts";
import { pendingCreation } from "../../../capabilities/pending-creation.ts";
import { resolvedOutputs } from "../../../capabilities/resolved-outputs.ts";
import { project } from "../project/project.ts";
import { PROJECT_ORGANIZATION, projectsWithin, whyUnseenBelow } from "../project/project-scope.ts";
import { RULES_SINCE } from "./access-guards.ts";
import { isRetained, pendingRule, removalNotice } from "./access-outputs.ts";
import { isRuleGone, isSubjectKnown, waitingFor, whyNotEveryRule, whyNotEverySubject } from "./access-rules.ts";

/** The properties that every list of rules shares. */
export const RULE_LIST = {
  scope: ["projectId"],
  scopesWithin: projectsWithin,
  servesReads: true,
  listFilter: isSubjectKnown,
  capabilities: [incompleteList(whyNotEveryRule), hiddenRows({ why: whyNotEverySubject }), placeholderRow(waitingFor)],
} as const;

/** The properties that every resource for one rule shares. */
export const RULE_TRAITS = {
  scopes: {
    read: ["access_control:read", "organization:read", "organization_member:read", "project:read"],
    write: ["access_control:write"],
  },
  parent: project,
  capabilities: [
    availability({ since: RULES_SINCE }),
    confirmedAbsence({ confirmGone: isRuleGone, whyUnseen: whyUnseenBelow }),
    resolvedOutputs(PROJECT_ORGANIZATION),
    adoption({ adoptExisting: "ifEqual" }),
    retainOnDestroy({ isRetained, removalNotice }),
    pendingCreation(pendingRule),
  ],
} as const;
