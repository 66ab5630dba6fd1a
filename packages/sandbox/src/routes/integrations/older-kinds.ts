import { invalid, invalidInput, sandboxError } from "../../pipeline/service-error.ts";
import { pythonString, pythonTruth } from "../../wire/python-text.ts";
import type { Maker } from "./maker.ts";

/** Kinds for the credentials of exports, and others that were added after 2025-08. @source 2025-08, newer facts, integrations */
const LATER: readonly string[] = [
  "anthropic apns aws-redshift aws-s3 azure-blob databricks firebase google-cloud-service-account postgresql",
  "s3-compatible snowflake",
].flatMap((line) => line.split(" "));

/** Kinds that certainly existed. @source as above; PostHog/posthog posthog/models/integration.py (mid 2025) */
const THERE: readonly string[] = [
  "email github google-ads google-cloud-storage google-pubsub hubspot intercom linear linkedin-ads salesforce slack",
  "snapchat twilio",
].flatMap((line) => line.split(" "));

/** Refuses a kind that services of 2025-08 didn't have, and doesn't guess about kinds of unknown age. */
export function refuseLaterKind(kind: string): void {
  if (THERE.includes(kind)) return;
  if (LATER.includes(kind)) throw invalid("invalid_choice", `"${kind}" is not a valid choice.`, "kind");
  const detail = `Whether there were integrations of kind ${kind} in 2025-08 is not known.`;
  throw sandboxError(501, "not_implemented", detail);
}

const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/iu;

/** A domain that sends mail, or the keys of an account at the provider. @source as above, posthog/api/integration.py */
export const olderEmail: Maker = (given) => {
  const { domain, api_key, secret_key } = given;
  if ((api_key ?? null) !== null) {
    if (!pythonTruth(api_key) || !pythonTruth(secret_key ?? null)) {
      throw invalidInput("Both api_key and secret_key are required for Mail integration");
    }
    const config = { api_key, vendor: "mailjet" };
    return { identity: pythonString(api_key), config, secrets: { secret_key } };
  }
  if (!pythonTruth(domain ?? null)) throw invalidInput("Domain is required for email integration");
  if (typeof domain !== "string" || !DOMAIN.test(domain)) {
    const detail = "The refusal of an invalid domain in 2025-08 is not known.";
    throw sandboxError(501, "not_implemented", detail);
  }
  return { identity: domain, config: { domain, mailjet_verified: false, aws_ses_verified: false }, secrets: {} };
};

/** An installed app: the sandbox doesn't ask the provider. @source as above */
export const olderGithub: Maker = ({ installation_id }) => {
  if (!pythonTruth(installation_id ?? null)) throw invalidInput("An installation_id must be provided");
  const detail = "The service reads integrations of kind github from GitHub, which the sandbox can't reach.";
  throw sandboxError(501, "not_implemented", detail);
};
