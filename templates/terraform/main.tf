terraform {
  required_providers {
    orgform = { source = "orgform/orgform" }
  }
}

resource "orgform_organization" "acme" {
  name = "Acme Cloud"
  # On by default. Off here, so that `terraform destroy` can clean up after a try in the sandbox.
  deletion_protection = false
}

resource "orgform_domain" "domain" {
  organization_id = orgform_organization.acme.organization_id
  domain          = "cloud.acme.example"
}

output "publish_this_record" {
  value = orgform_domain.domain.verification_record
}
