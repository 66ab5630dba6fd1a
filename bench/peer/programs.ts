import { emailOf } from "../engines/members.ts";

/** The size of an organization: that many people, each in one role, and a tenth as many projects. */
export interface Sizes {
  readonly people: number;
  readonly roles: number;
  readonly projects: number;
}

/** People in roles of fifty. */
export function sizesOf(people: number): Sizes {
  return { people, roles: Math.ceil(people / 50), projects: Math.ceil(people / 10) };
}

/** The organization for our provider, which looks up people by address. */
export function ourProgram({ people, roles, projects }: Sizes, organizationId: string): string {
  return `terraform {
  required_providers {
    orgform = { source = "orgform/orgform" }
  }
}

locals {
  emails = ${JSON.stringify(Array.from({ length: people }, (_, index) => emailOf(index)))}
}

provider "orgform" {
  organization_id = "${organizationId}"
}

resource "orgform_member" "m" {
  count      = ${people}
  email      = local.emails[count.index]
  level      = "member"
  on_destroy = "retain"
}

resource "orgform_role" "r" {
  count = ${roles}
  name  = "Role \${count.index}"
}

resource "orgform_role_membership" "p" {
  count   = ${people}
  email   = orgform_member.m[count.index].email
  role_id = orgform_role.r[count.index % ${roles}].role_id
}

resource "orgform_project" "p" {
  count               = ${projects}
  name                = "Project \${count.index}"
  deletion_protection = false
}
`;
}

/** The same for the official provider, which requires the IDs of the accounts. */
export function officialProgram(
  { people, roles, projects }: Sizes,
  organizationId: string,
  ids: readonly string[],
): string {
  return `terraform {
  required_providers {
    posthog = { source = "posthog/posthog" }
  }
}

locals {
  users = ${JSON.stringify(ids)}
}

provider "posthog" {
  organization_id = "${organizationId}"
}

resource "posthog_organization_member" "m" {
  count             = ${people}
  user_uuid         = local.users[count.index]
  level             = "member"
  retain_on_destroy = true
}

resource "posthog_role" "r" {
  count = ${roles}
  name  = "Role \${count.index}"
}

resource "posthog_role_membership" "p" {
  count     = ${people}
  user_uuid = posthog_organization_member.m[count.index].user_uuid
  role_id   = posthog_role.r[count.index % ${roles}].id
}

resource "posthog_project" "p" {
  count = ${projects}
  name  = "Project \${count.index}"
}
`;
}
