import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";

import type { Values } from "../../src/model/json-value.ts";
import { bareOf, EXPIRED, VALID } from "../support/certificates.ts";
import { STORY_ENGINES } from "../support/conformance-engine.ts";
import { startWorld, type World, writesOf } from "../support/scenario-world.ts";

const ADDRESS = "https://idp.globex.example/sso";
const CUT_SHORT = `${VALID.slice(0, 200)}\n-----END CERTIFICATE-----`;

const BROKEN: readonly (readonly [string, Values, RegExp])[] = [
  ["a certificate that is cut short", { cert: CUT_SHORT }, /x509_?cert.* is not a certificate in PEM form/iu],
  ["a key in place of a certificate", { cert: VALID.replaceAll("CERTIFICATE", "PUBLIC KEY") }, /is not a certificate/u],
  ["an expired certificate", { cert: EXPIRED }, /x509_?cert.* expired at 2021-01-01T00:00:00Z/iu],
  ["an address without a scheme", { url: "idp.globex.example/sso" }, /acs_?url.* isn't a URL: "idp/iu],
];

/** Settings that the service accepts unchecked, and with which nobody can sign in. */
describe.each(STORY_ENGINES.map((engine) => [engine.name, engine] as const))("%s", (_name, engine) => {
  let world: World | undefined;
  afterEach(() => world?.sandbox.close());

  const declared = {
    IdentityProvider: ({ cert = VALID, url = ADDRESS }: Values): Values => ({
      name: "Okta",
      protocol: "saml",
      saml: { entityId: "urn:globex", acsUrl: url, x509Cert: cert },
    }),
    Domain: ({ cert = VALID, url = ADDRESS }: Values): Values => ({
      domain: "globex.example",
      samlEntityId: "urn:globex",
      samlAcsUrl: url,
      samlX509Cert: cert,
    }),
  } as const;

  describe.each([
    ["IdentityProvider", "2026-09"],
    ["Domain", "2025-08"],
  ] as const)("%s", (resource, dialect) => {
    let at: World;
    beforeEach(async () => {
      at = world = await startWorld(dialect);
    });

    const previewed = async (given: Values): Promise<string> => {
      const run = at.start(engine);
      const inputs = { organizationId: at.organizationId, ...declared[resource](given) };
      const { problems } = await run.check(resource, undefined, inputs);
      expect(problems).toEqual([]);
      expect(writesOf(at)).toEqual([]);
      return run.messages.map(({ text }) => text).join("\n");
    };

    test.each(BROKEN)("a preview warns of %s", async (_what, given, warning) => {
      const said = await previewed(given);
      expect(said).toMatch(warning);
      expect(said).not.toContain("MIIB");
    });

    test("and says nothing of what can be used, whatever surrounds it", async () => {
      for (const cert of [VALID, ` ${VALID}\r\n`, bareOf(VALID)]) expect(await previewed({ cert })).toBe("");
    });
  });
});
