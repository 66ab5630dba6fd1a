terraform {
  required_version = ">= 1.8"

  required_providers {
    orgform = { source = "orgform/orgform" }
  }

  # A runner keeps no files: name a backend here that it reaches, such as "s3", "gcs" or "azurerm". See README.md.
  backend "local" {}
}

variable "title" {
  type = string
}

resource "orgform_organization" "it" {
  name = var.title
}

resource "orgform_project" "web" {
  organization_id = orgform_organization.it.organization_id
  name            = "Web"
}

resource "orgform_role" "support" {
  organization_id = orgform_organization.it.organization_id
  name            = "Support"
}
