import type { Exchange } from "../../pipeline/exchange.ts";
import { isDictionary } from "../../wire/read-value.ts";
import { integrationsOf } from "../integrations/rows.ts";
import { type Config, invalidDestination } from "./destination.ts";
import { projectForNew } from "./project-of-export.ts";
import type { BatchExportRow } from "./rows.ts";

const REQUIRED = ["s3_bucket", "region_name", "authorization", "bucket_credentials"];
const KEYS = ["aws_access_key_id", "aws_secret_access_key"];

/** The number of an integration instead of keys, which might read back as a string. */
function linkIn(value: unknown): number | undefined {
  if (typeof value === "number") return value;
  return typeof value === "string" && /^\d+$/u.test(value) ? Number(value) : undefined;
}

/**
 * Checks the bucket that Redshift loads from, merged with the stored settings, if the mode is COPY.
 *
 * @source service 2026-09, batch-exports.md, destination object
 */
export function checkCopyInputs(exchange: Exchange, merged: Config, row: BatchExportRow | undefined): void {
  const { copy_inputs: inputs = {} } = merged;
  if (!isDictionary(inputs) || Object.keys(inputs).length === 0)
    throw invalidDestination("Missing required inputs for 'COPY'");
  if (REQUIRED.some((key) => !Object.hasOwn(inputs, key)))
    throw invalidDestination("Missing required input for 'COPY'");
  const { bucket_credentials: bucket, authorization } = inputs;
  const before = row?.destination.config?.["copy_inputs"];
  const project = row?.project ?? projectForNew(exchange);
  for (const name of ["bucket_credentials", "authorization"]) {
    const number = linkIn(inputs[name]);
    if (number === undefined && isDictionary(before) && linkIn(before[name]) !== undefined) {
      throw invalidDestination(
        `Cannot switch '${name}' from an integration to inline credentials. ` +
          "Send a different integration ID to swap, or omit the field to keep the current one.",
      );
    }
    const found = number === undefined ? undefined : integrationsOf(exchange.world).one({ number });
    if (number === undefined || (found?.project === project && found.kind === "aws-s3")) continue;
    throw invalidDestination(`'${name}' does not reference an AWS S3 integration of this project.`);
  }
  const lacksKeys = (value: unknown): boolean => !isDictionary(value) || KEYS.some((key) => !Object.hasOwn(value, key));
  if (linkIn(bucket) === undefined && lacksKeys(bucket)) {
    throw invalidDestination("Missing required bucket credentials for 'COPY'");
  }
  if (linkIn(authorization) === undefined) checkAuthorization(authorization, lacksKeys);
}

function checkAuthorization(authorization: unknown, lacksKeys: (value: unknown) => boolean): void {
  if (isDictionary(authorization)) {
    if (lacksKeys(authorization)) throw invalidDestination("Missing required credentials for 'COPY'");
  } else if (typeof authorization !== "string") {
    throw invalidDestination(
      "Authorization for 'COPY' must be an IAM role ARN, AWS credentials, or an integration ID.",
    );
  } else if (authorization.trim() === "") throw invalidDestination("Missing required IAM role for 'COPY'");
}
