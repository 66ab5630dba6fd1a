terraform {
  required_providers {
    orgform = { source = "orgform/orgform" }
  }
}

variable "founders" {
  type        = list(string)
  description = "Email addresses of the people who are invited as administrators."

  validation {
    condition     = length(var.founders) > 0
    error_message = "Invite at least one person."
  }
}

resource "orgform_organization" "acme" {
  name                = "Acme Cloud"
  deletion_protection = false
}

resource "orgform_invite" "founders" {
  for_each        = toset(var.founders)
  organization_id = orgform_organization.acme.organization_id
  email           = each.value
  level           = "admin"
}

resource "orgform_project" "web" {
  organization_id     = orgform_organization.acme.organization_id
  name                = "Web shop"
  deletion_protection = false
}

output "organization_id" {
  value = orgform_organization.acme.organization_id
}
