import type { AnyResource } from "../model/definition.ts";
import { domain } from "./domain.ts";
import { domainSso } from "./domain-sso.ts";
import { domainVerification } from "./domain-verification.ts";
import { invite } from "./invite.ts";
import { member } from "./member.ts";
import { membership } from "./membership.ts";
import { organization } from "./organization.ts";
import { project } from "./project.ts";
import { role } from "./role.ts";
import { roleMembership } from "./role-membership.ts";

/** Every resource, sorted by name: the one list from which engines, docs and tests take their rows. */
export const resources: readonly AnyResource[] = [
  domain,
  domainSso,
  domainVerification,
  invite,
  member,
  membership,
  organization,
  project,
  role,
  roleMembership,
];
