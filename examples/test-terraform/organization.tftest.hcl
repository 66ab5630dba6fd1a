variables {
  founders = ["ada@acme.example", "grace@acme.example"]
}

run "plans_an_invite_for_each_founder" {
  command = plan

  assert {
    condition     = length(orgform_invite.founders) == 2
    error_message = "The plan must invite two people."
  }
}

run "creates_the_organization" {
  assert {
    condition     = orgform_organization.acme.slug == "acme-cloud"
    error_message = "The organization has the slug ${orgform_organization.acme.slug}."
  }

  assert {
    condition     = alltrue([for invite in orgform_invite.founders : invite.level == "admin"])
    error_message = "Every founder must be an administrator."
  }
}

run "keeps_the_organization_when_a_founder_leaves" {
  command = plan

  variables {
    founders = ["ada@acme.example"]
  }

  # A plan that replaces the organization doesn't know its ID yet.
  assert {
    condition     = output.organization_id != ""
    error_message = "The plan replaces the organization."
  }
}

run "refuses_an_empty_list" {
  command = plan

  variables {
    founders = []
  }

  expect_failures = [var.founders]
}
