package main

import (
	"orgform/sdk/go/orgform"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"
)

func main() {
	pulumi.Run(program)
}

func program(ctx *pulumi.Context) error {
	acme, err := orgform.NewOrganization(ctx, "acme", &orgform.OrganizationArgs{
		Name:       pulumi.String("Acme Cloud"),
		Enforce2fa: pulumi.Bool(true),
		// On by default. Off here, so that `pulumi destroy` can clean up after the example.
		// For an organization that matters, take this out and add the option `pulumi.Protect(true)`.
		DeletionProtection: pulumi.Bool(false),
	})
	if err != nil {
		return err
	}

	domain, err := orgform.NewDomain(ctx, "domain", &orgform.DomainArgs{
		OrganizationId: acme.OrganizationId,
		Domain:         pulumi.String("cloud.acme.example"),
		SamlEntityId:   pulumi.String("https://idp.acme.example"),
		SamlAcsUrl:     pulumi.String("https://idp.acme.example/sign-in"),
		SamlX509Cert:   config.New(ctx, "").RequireSecret("idpCertificate"),
	})
	if err != nil {
		return err
	}

	// Waits for the record below. With your own DNS, let this depend on a record resource of its provider.
	verified, err := orgform.NewDomainVerification(ctx, "verified", &orgform.DomainVerificationArgs{
		OrganizationId:      acme.OrganizationId,
		DomainId:            domain.DomainId,
		TimeoutSeconds:      pulumi.Int(900),
		PollIntervalSeconds: pulumi.Int(1),
	})
	if err != nil {
		return err
	}

	_, err = orgform.NewDomainSso(ctx, "sso", &orgform.DomainSsoArgs{
		OrganizationId: acme.OrganizationId,
		DomainId:       domain.DomainId,
		SsoEnforcement: pulumi.String("saml"),
	}, pulumi.DependsOn([]pulumi.Resource{verified}))
	if err != nil {
		return err
	}

	ctx.Export("organizationId", acme.OrganizationId)
	ctx.Export("recordName", domain.VerificationRecord.Name())
	ctx.Export("recordValue", domain.VerificationRecord.Value())
	return nil
}
