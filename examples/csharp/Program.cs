using System.Collections.Generic;
using Orgform.Sdk;
using Pulumi;

return await Deployment.RunAsync(() =>
{
    var acme = new Organization("acme", new OrganizationArgs
    {
        Name = "Acme Cloud",
        Enforce2fa = true,
        // On by default. Off here, so that `pulumi destroy` can clean up after the example.
        // For an organization that matters, take this out and set `Protect = true` in its options.
        DeletionProtection = false,
    });

    var domain = new Domain("domain", new DomainArgs
    {
        OrganizationId = acme.OrganizationId,
        DomainName = "cloud.acme.example",
        SamlEntityId = "https://idp.acme.example",
        SamlAcsUrl = "https://idp.acme.example/sign-in",
        SamlX509Cert = new Pulumi.Config().RequireSecret("idpCertificate"),
    });

    // Waits for the record below. With your own DNS, let this depend on a record resource of its provider.
    var verified = new DomainVerification("verified", new DomainVerificationArgs
    {
        OrganizationId = acme.OrganizationId,
        DomainId = domain.DomainId,
        TimeoutSeconds = 900,
        PollIntervalSeconds = 1,
    });

    _ = new DomainSso("sso", new DomainSsoArgs
    {
        OrganizationId = acme.OrganizationId,
        DomainId = domain.DomainId,
        SsoEnforcement = "saml",
    }, new CustomResourceOptions { DependsOn = { verified } });

    return new Dictionary<string, object?>
    {
        ["organizationId"] = acme.OrganizationId,
        ["recordName"] = domain.VerificationRecord.Apply(record => record.Name),
        ["recordValue"] = domain.VerificationRecord.Apply(record => record.Value),
    };
});
