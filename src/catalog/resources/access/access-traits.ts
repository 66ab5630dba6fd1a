import { hiddenRows, incompleteList, placeholderRow } from "../../../capabilities/lists.ts";
import { availability } from "../../../capabilities/planning.ts";
import { confirmedAbsence, retainOnDestroy } from "../../../capabilities/deletion.ts";
import { adoption, pendingCreation, resolvedOutputs } from "../../../capabilities/creation.ts";
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
