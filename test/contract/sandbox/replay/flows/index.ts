import type { FlowScript } from "../flow-script.ts";
import { FIRST_FLOW } from "./00-first.ts";
import { ORGANIZATION_FLOW } from "./01-organization.ts";
import { DOMAIN_FLOW } from "./02-domain.ts";
import { INVITE_FLOW } from "./03-invite.ts";
import { PROJECT_FLOW } from "./06-project.ts";
import { BATCH_EXPORT_FLOW } from "./07-batch-export.ts";
import { PLUGIN_FLOW } from "./08-plugins.ts";
import { PERSON_FLOW } from "./10-persons.ts";
import { AUTHENTICATION_FLOW } from "./11-authentication.ts";
import { THROTTLING_FLOW } from "./12-throttling.ts";

/** Scripts by the name of the flow's recording. */
export const SCRIPTS: Readonly<Record<string, FlowScript>> = {
  "00-first": FIRST_FLOW,
  "01-organization": ORGANIZATION_FLOW,
  "02-domain": DOMAIN_FLOW,
  "03-invite": INVITE_FLOW,
  "06-project": PROJECT_FLOW,
  "07-batch-export": BATCH_EXPORT_FLOW,
  "08-plugins-and-pipelines": PLUGIN_FLOW,
  "10-persons-and-events": PERSON_FLOW,
  "11-authentication-and-scopes": AUTHENTICATION_FLOW,
  "12-throttling": THROTTLING_FLOW,
};
