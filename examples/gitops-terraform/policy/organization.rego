# Rules for Conftest, which reads the picture of an organization as `orgform picture --plan plan.json` prints it.
package main

import rego.v1

# A value that isn't known is {"unknown": "<reason>"}, and never passes.
needed := ["people", "projects"]

deny contains msg if {
	some section in needed
	why := input.living[section].unknown
	msg := sprintf("%s: can't tell: %s", [section, why])
}

# Owners have an address of the company.
deny contains msg if {
	some person in input.living.people
	person.level == "owner"
	not is_of_company(person.email)
	msg := sprintf("Member %v: an owner has an address of acme.example", [person.email])
}

deny contains msg if {
	some person in input.living.people
	why := person.level.unknown
	msg := sprintf("Member %v: level: can't tell: %s", [person.email, why])
}

is_of_company(email) if endswith(email, "@acme.example")

# Names of projects are lower-case words with hyphens.
warn contains msg if {
	some project in input.living.projects
	is_string(project.name)
	not regex.match("^[a-z]+(-[a-z]+)*$", project.name)
	msg := sprintf("Project %s: the name isn't of lower-case words with hyphens", [project.name])
}
