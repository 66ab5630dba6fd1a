import pulumi
import pulumi_orgform as orgform

config = pulumi.Config()

acme = orgform.Organization(
    "acme",
    name="Acme Cloud",
    enforce2fa=True,
    # On by default. Off here, so that `pulumi destroy` can clean up after the example.
    # For an organization that matters, take this out and add `opts=pulumi.ResourceOptions(protect=True)`.
    deletion_protection=False,
)

domain = orgform.Domain(
    "domain",
    organization_id=acme.organization_id,
    domain="cloud.acme.example",
    saml_entity_id="https://idp.acme.example",
    saml_acs_url="https://idp.acme.example/sign-in",
    saml_x509_cert=config.require_secret("idpCertificate"),
)

# Waits for the record below. With your own DNS, let this depend on a record resource of its provider.
verified = orgform.DomainVerification(
    "verified",
    organization_id=acme.organization_id,
    domain_id=domain.domain_id,
    timeout_seconds=900,
    poll_interval_seconds=1,
)

orgform.DomainSso(
    "sso",
    organization_id=acme.organization_id,
    domain_id=domain.domain_id,
    sso_enforcement="saml",
    opts=pulumi.ResourceOptions(depends_on=[verified]),
)

pulumi.export("organizationId", acme.organization_id)
pulumi.export("recordName", domain.verification_record.name)
pulumi.export("recordValue", domain.verification_record.value)
