terraform {
  required_version = ">= 1.8"
  required_providers {
    orgform = { source = "orgform/orgform" }
  }
}

# Host and key come from ORGFORM_HOST and ORGFORM_API_KEY.
provider "orgform" {}

variable "warehouse_password" {
  type      = string
  sensitive = true
}

variable "saml_certificate" {
  type      = string
  sensitive = true
}

variable "chat_token" {
  type      = string
  sensitive = true
}

resource "orgform_organization" "acme" {
  name = "Acme Cloud"

  # Makes the example easy to remove. Omit it for an organization and a project that matter.
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

resource "orgform_identity_provider" "okta" {
  organization_id = orgform_organization.acme.organization_id
  name            = "Okta"
  protocol        = "saml"
  domain_ids      = [orgform_domain_verification.acme.domain_id]
  saml = {
    entity_id = "urn:okta"
    acs_url   = "https://okta.acme.example/sso"
    x509_cert = var.saml_certificate
  }
}

resource "orgform_domain_sso" "acme" {
  organization_id = orgform_organization.acme.organization_id
  domain_id       = orgform_domain_verification.acme.domain_id
  sso_enforcement = "saml"
  depends_on      = [orgform_identity_provider.okta]
}

resource "orgform_project" "shop" {
  organization_id     = orgform_organization.acme.organization_id
  name                = "Web shop"
  timezone            = "Europe/Berlin"
  deletion_protection = false
}

# A new password overwrites the service's password, and the export uses it.
resource "orgform_integration" "warehouse" {
  project_id = orgform_project.shop.project_id
  postgresql = {
    host     = "warehouse.acme.example"
    port     = 5432
    user     = "orgform"
    password = var.warehouse_password
  }

  # A different host or user is another integration, which the export needs before the old one is deleted.
  lifecycle {
    create_before_destroy = true
  }
}

resource "orgform_batch_export" "warehouse" {
  organization_id = orgform_organization.acme.organization_id
  project_id      = orgform_project.shop.project_id
  name            = "Events to the warehouse"
  interval        = "hour"
  destination = {
    postgres = {
      database       = "analytics"
      schema         = "public"
      table_name     = "events"
      integration_id = orgform_integration.warehouse.integration_id
    }
  }
}

resource "orgform_hog_function" "bots" {
  project_id      = orgform_project.shop.project_id
  type            = "transformation"
  name            = "Drop bots"
  hog             = file("${path.module}/bots.hog")
  execution_order = 2
  enabled         = true
}

resource "orgform_hog_function" "sign_ups" {
  project_id = orgform_project.shop.project_id
  type       = "destination"
  name       = "Tell of sign-ups"
  hog        = "fetch(inputs.url, {'headers': {'authorization': inputs.token}, 'body': event})"
  inputs_schema = jsonencode([
    { key = "url", type = "string", label = "Address", required = true },
    { key = "token", type = "string", label = "Token", secret = true },
  ])
  inputs        = jsonencode({ url = "https://chat.acme.example/hook" })
  secret_inputs = { token = var.chat_token }
  filters       = jsonencode({ events = [{ id = "signed up", type = "events" }] })
  enabled       = true
}

resource "orgform_role" "support" {
  organization_id = orgform_organization.acme.organization_id
  name            = "Support"
}

resource "orgform_project_access" "support" {
  project_id = orgform_project.shop.project_id
  role_id    = orgform_role.support.role_id
  level      = "member"
}

# The project's default rule, for everybody without another rule.
resource "orgform_project_access" "nobody_else" {
  project_id = orgform_project.shop.project_id
  level      = "none"
}

resource "orgform_access_control" "dashboards" {
  project_id = orgform_project.shop.project_id
  resource   = "dashboard"
  level      = "viewer"
}
