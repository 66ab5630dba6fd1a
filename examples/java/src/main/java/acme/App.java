package acme;

import com.pulumi.Context;
import com.pulumi.Pulumi;
import com.pulumi.resources.CustomResourceOptions;
import io.orgform.Domain;
import io.orgform.DomainArgs;
import io.orgform.DomainSso;
import io.orgform.DomainSsoArgs;
import io.orgform.DomainVerification;
import io.orgform.DomainVerificationArgs;
import io.orgform.Organization;
import io.orgform.OrganizationArgs;

public final class App {
    public static void main(String[] args) {
        Pulumi.run(App::program);
    }

    private static void program(Context context) {
        var acme = new Organization("acme", OrganizationArgs.builder()
            .name("Acme Cloud")
            .enforce2fa(true)
            // On by default. Off here, so that `pulumi destroy` can clean up after the example.
            // For an organization that matters, take this out and set `protect(true)` in its options.
            .deletionProtection(false)
            .build());

        var domain = new Domain("domain", DomainArgs.builder()
            .organizationId(acme.organizationId())
            .domain("cloud.acme.example")
            .samlEntityId("https://idp.acme.example")
            .samlAcsUrl("https://idp.acme.example/sign-in")
            .samlX509Cert(context.config().requireSecret("idpCertificate"))
            .build());

        // Waits for the record below. With your own DNS, let this depend on a record resource of its provider.
        var verified = new DomainVerification("verified", DomainVerificationArgs.builder()
            .organizationId(acme.organizationId())
            .domainId(domain.domainId())
            .timeoutSeconds(900)
            .pollIntervalSeconds(1)
            .build());

        new DomainSso("sso", DomainSsoArgs.builder()
            .organizationId(acme.organizationId())
            .domainId(domain.domainId())
            .ssoEnforcement("saml")
            .build(), CustomResourceOptions.builder().dependsOn(verified).build());

        context.export("organizationId", acme.organizationId());
        context.export("recordName", domain.verificationRecord().applyValue(it -> it.name()));
        context.export("recordValue", domain.verificationRecord().applyValue(it -> it.value()));
    }
}
