terraform {
  required_version = ">= 1.8"
  required_providers {
    orgform = { source = "orgform/orgform" }
  }
}

# Host and key come from ORGFORM_HOST and ORGFORM_API_KEY.
provider "orgform" {}

resource "orgform_organization" "acme" {
  name        = "Acme Cloud"
  enforce_2fa = true

  # Makes the example easy to remove. Omit it for an organization that matters.
  deletion_protection = false
}

resource "orgform_domain" "acme" {
  organization_id = orgform_organization.acme.organization_id
  domain          = "acme.example"
}

# Publish this record with your DNS provider, and make the verification depend on it.
output "verification_record" {
  value = orgform_domain.acme.verification_record
}

resource "orgform_domain_verification" "acme" {
  organization_id       = orgform_organization.acme.organization_id
  domain_id             = orgform_domain.acme.domain_id
  timeout_seconds       = 900
  poll_interval_seconds = 1
}

resource "orgform_domain_sso" "acme" {
  organization_id = orgform_organization.acme.organization_id
  domain_id       = orgform_domain_verification.acme.domain_id
  sso_enforcement = "google-oauth2"
}
