import pulumi
import pulumi_orgform as orgform

acme = orgform.Organization(
    "acme",
    name="Acme Cloud",
    # On by default. Off here, so that `pulumi destroy` can clean up after a try in the sandbox.
    # For an organization that matters, take this out and add `opts=pulumi.ResourceOptions(protect=True)`.
    deletion_protection=False,
)

domain = orgform.Domain("domain", organization_id=acme.organization_id, domain="cloud.acme.example")

pulumi.export("publishThisRecord", domain.verification_record)
