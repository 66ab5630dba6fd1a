import { describe, expect, test } from "@jest/globals";

import { pictureOfExample } from "../../../scripts/gen/example-picture.ts";
import { engineNamed } from "../../../src/engines/index.ts";
import { isUnknown } from "../../../src/model/picture/known.ts";
import { pictureAfterPlan } from "../../../src/picture/picture-after-plan.ts";
import { RENEWED, VALID } from "../../support/certificates.ts";

const ID = "o1/p1";
const END = "2081-01-01T00:00:00.000Z";
const BEFORE = pictureOfExample({
  organization: { organizationId: "o1" },
  sections: { identityProviders: [{ id: ID, name: "Okta", protocol: "saml", samlCertificateEndsAt: END }] },
});

/** The end of the only provider's certificate after a plan. */
function endAfter(engine: "pulumi" | "terraform", printed: unknown): unknown {
  const { identityProviders } = pictureAfterPlan(BEFORE, engineNamed(engine).planReader.read(printed)).living;
  const end = isUnknown(identityProviders) ? identityProviders : identityProviders[0]?.samlCertificateEndsAt;
  return isUnknown(end) ? "unknown" : end;
}

const INPUTS = { organizationId: "o1", name: "Okta", protocol: "saml" };

describe("of a preview by Pulumi, which hides every certificate,", () => {
  const type = "orgform:index:IdentityProvider";
  const saml = { entityId: "urn:a", acsUrl: "https://idp.example/sso", x509Cert: "[secret]" };
  const stateOf = (name: string) => ({ type, id: ID, inputs: { ...INPUTS, name, saml }, outputs: {} });
  const end = (detailedDiff: object | null): unknown => {
    const urn = `urn:pulumi:dev::p::${type}::okta`;
    const step = { op: "update", urn, oldState: stateOf("Okta"), newState: stateOf("Okta 2"), detailedDiff };
    return endAfter("pulumi", { steps: [step] });
  };

  test.each([
    ["stays if only other fields differ", { name: { kind: "update" } }, END],
    ["stays if another setting of the protocol differs", { "saml.entityId": { kind: "update" } }, END],
    ["is unknown if the certificate differs", { "saml.x509Cert": { kind: "update" } }, "unknown"],
    ["is unknown if the whole protocol differs", { saml: { kind: "update" } }, "unknown"],
    ["is unknown if the engine doesn't say what differs", null, "unknown"],
  ])("the end %s", (_what, detailedDiff, shown) => {
    expect(end(detailedDiff)).toBe(shown);
  });
});

describe("of a plan by Terraform", () => {
  const saml = { entity_id: "urn:a", acs_url: "https://idp.example/sso" };
  const end = (before: object, after: object): unknown => {
    const inputs = { id: ID, organization_id: "o1", protocol: "saml" };
    const change = {
      actions: ["update"],
      before: { ...inputs, name: "Okta", saml: { ...saml, ...before } },
      after: { ...inputs, name: "Okta 2", saml: { ...saml, ...after } },
      after_unknown: {},
    };
    const planned = { address: "orgform_identity_provider.okta", mode: "managed", type: "orgform_identity_provider" };
    return endAfter("terraform", {
      format_version: "1.2",
      planned_values: {},
      resource_changes: [{ ...planned, change }],
    });
  };

  test.each([
    ["is that of the new certificate", { x509_cert: VALID }, { x509_cert: RENEWED }, "2082-01-01T00:00:00.000Z"],
    ["stays with the certificate", { x509_cert: VALID }, { x509_cert: VALID }, END],
    ["stays with the version of a write-only one", { x509_cert_wo_version: 1 }, { x509_cert_wo_version: 1 }, END],
    ["is unknown of a new version", { x509_cert_wo_version: 1 }, { x509_cert_wo_version: 2 }, "unknown"],
    ["is unknown if the value becomes write-only", { x509_cert: VALID }, { x509_cert_wo_version: 1 }, "unknown"],
  ])("the end %s", (_what, before, after, shown) => {
    expect(end(before, after)).toBe(shown);
  });
});
