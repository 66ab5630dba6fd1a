import { announce, say, showCommand } from "./narrator.ts";
import type { Stage } from "./stage.ts";

const PLAIN = ["--yes", "--skip-preview"] as const;

/** A domain in the control plane. */
interface DomainRow {
  readonly id: string;
  readonly domain: string;
}

/** The story of the demo, step by step. */
export async function play(stage: Stage, options: { keep: boolean }): Promise<void> {
  announce(
    "Create an organization with a verified domain and enforced single sign-on, in one update.",
    "Look at the order: organization, domain, DNS record, verification, then the enforcement.",
  );
  await stage.pulumi("up", ...PLAIN);

  announce(
    "Run the same program again.",
    "Look at the last lines: everything is unchanged, nothing was sent to the service.",
  );
  await stage.pulumi("up", ...PLAIN);

  announce("Change the program: people now sign in with GitHub.", "Look at the one line that differs, ssoEnforcement.");
  await stage.pulumi("config", "set", "signIn", "github");
  await stage.pulumi("up", ...PLAIN, "--diff");

  await driftAndRepair(stage);
  if (options.keep) return;

  announce("Remove everything.", "Look at the order: the resources inside the organization go first.");
  await stage.pulumi("destroy", ...PLAIN);
  const left = (await stage.control("GET", "/organizations")) as { name: string }[];
  say(
    `Left in the service: ${left.map((one) => one.name).join(", ")}, the organization that the sandbox started with.`,
  );
}

async function driftAndRepair(stage: Stage): Promise<void> {
  announce(
    "Somebody switches the enforcement off in the web interface, past the program.",
    "The demo does it through the sandbox's control plane.",
  );
  const domains = (await stage.control("GET", "/domains")) as DomainRow[];
  const ours = domains.find((one) => one.domain === "cloud.acme.example");
  if (ours === undefined) throw new Error("The domain of the example is not in the sandbox.");
  showCommand(`curl -X PATCH ${stage.host}/_sandbox/domains/${ours.id} -d '{"sso_enforcement": ""}'`);
  await stage.control("PATCH", `/domains/${ours.id}`, { sso_enforcement: "" });

  announce(
    "Ask Pulumi what is different in reality.",
    "Look at the minus in front of ssoEnforcement: this is the drift.",
  );
  await stage.pulumi("refresh", ...PLAIN, "--diff");

  announce("Update again: the program's word is put back.", "Look at ssoEnforcement: it is set again.");
  await stage.pulumi("up", ...PLAIN, "--diff");
}
