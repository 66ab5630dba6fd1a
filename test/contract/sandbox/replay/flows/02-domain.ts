import { ALL_FEATURES } from "../../../../../packages/sandbox/src/routes/organizations/shape.ts";
import type { FlowScript } from "../flow-script.ts";
import { OTHER_ORGANIZATION, type Stage } from "../stage.ts";

const NAME = "_posthog-challenge.plain.example.com";

const records =
  (build: (challenge: string) => (string | string[])[], name = NAME) =>
  (stage: Stage): void => {
    const { control } = stage.sandbox;
    const domain = control.domains().find((row) => row["domain"] === "plain.example.com");
    control.clearDns();
    control.setDns(name, build(String(domain?.["verification_challenge"])));
  };

const failing =
  (error: "timeout" | "nxdomain") =>
  (stage: Stage): void =>
    stage.sandbox.control.setDns(NAME, [], error);

const withoutProvisioning = ALL_FEATURES.filter((feature) => feature !== "automatic_provisioning");

export const DOMAIN_FLOW: FlowScript = {
  // In the recording, a stand-in for DNS responded like our table.
  alsoCompares: () => true,
  setups: {
    "second user other@ owns organization Other org": (stage) =>
      void stage.addOrganization(OTHER_ORGANIZATION, "other@example.com", "Other org", ALL_FEATURES),
    "TXT table: empty (NXDOMAIN)": failing("nxdomain"),
    "TXT table: NoAnswer": records(() => []),
    "TXT table: wrong value": records(() => ["wrong"]),
    "TXT table: right value at the bare domain": records((challenge) => [challenge], "plain.example.com"),
    "TXT table: right value in capitals": records((challenge) => [challenge.toUpperCase()]),
    "TXT table: right value split in two strings": records((challenge) => [
      [challenge.slice(0, 9), challenge.slice(9)],
    ]),
    "TXT table: timeout": failing("timeout"),
    // Both failures of the resolver lead to the same response, so the table only knows one of them.
    "TXT table: no name servers": failing("timeout"),
    "TXT table: two records, the second right": records((challenge) => ["other", challenge]),
    "TXT table: empty": (stage) => stage.sandbox.control.clearDns(),
    "automatic_provisioning feature removed": ({ sandbox, firstId }) =>
      void sandbox.control.setFeatures(firstId, withoutProvisioning),
    "feature back": ({ sandbox, firstId }) => void sandbox.control.setFeatures(firstId, ALL_FEATURES),
  },
};
