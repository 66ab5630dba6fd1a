terraform {
  required_version = ">= 1.8"

  required_providers {
    orgform = {
      source  = "orgform/orgform"
      version = "0.1.0"
    }
  }

  # Runners keep no files. Set a backend here that runners can reach, such as "s3", "gcs", or "azurerm". See README.md.
  backend "local" {}
}

# Host and key come from the environment: ORGFORM_HOST and ORGFORM_API_KEY.
provider "orgform" {}

resource "orgform_organization" "acme" {
  name = "Acme Cloud"
}

resource "orgform_project" "web_shop" {
  organization_id = orgform_organization.acme.organization_id
  name            = "Web shop"
  timezone        = "Europe/Berlin"
}

resource "orgform_role" "analysts" {
  organization_id = orgform_organization.acme.organization_id
  name            = "Analysts"
}

resource "orgform_membership" "ann" {
  organization_id = orgform_organization.acme.organization_id
  email           = "ann@cloud.acme.example"
  level           = "member"
}
