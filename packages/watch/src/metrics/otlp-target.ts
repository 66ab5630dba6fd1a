import type { Environment } from "../channels/secret-text.ts";
import { parsedUrl } from "../parsed-url.generated.ts";
import type { Pairs } from "./otlp.ts";

/** An invalid collector, or an invalid OpenTelemetry variable. The message contains no header value. */
export class OtlpTargetError extends Error {}

/** The destination of metrics and traces. */
export interface OtlpTarget {
  /** Base URL of the collector, without a final slash. */
  readonly url: string;
  /** Can contain secrets. */
  readonly headers: Pairs;
  /** Attributes of the sender. */
  readonly sender: Pairs;
}

const [HEADERS, ATTRIBUTES, SERVICE] = [
  "OTEL_EXPORTER_OTLP_HEADERS",
  "OTEL_RESOURCE_ATTRIBUTES",
  "OTEL_SERVICE_NAME",
] as const;

/** A valid header name. @source RFC 9110, section 5.6.2 */
const TOKEN = /^[!#$%&'*+.^_`|~\w-]+$/u;

/**
 * The collector at an address, with OpenTelemetry's variables for headers and for the sender.
 *
 * @param text - the base address, such as `http://127.0.0.1:4318`
 * @throws OtlpTargetError
 */
export function otlpTarget(text: string, environment: Environment): OtlpTarget {
  const url = parsedUrl(text);
  if (url === undefined || !/^https?:$/u.test(url.protocol) || url.search !== "" || url.hash !== "") {
    throw new OtlpTargetError(`must be the base URL of a collector, such as http://127.0.0.1:4318`);
  }
  if (url.username !== "" || url.password !== "") {
    throw new OtlpTargetError(`contains a password. Put it into a header in ${HEADERS}`);
  }
  const headers = pairsIn(HEADERS, environment);
  for (const [name, value] of Object.entries(headers)) {
    // An invalid header value would fail each request.
    if (!TOKEN.test(name) || /[^\t\x20-\x7e]/u.test(value)) {
      throw new OtlpTargetError(`can't be used: ${HEADERS} contains a name or value that no header can have`);
    }
  }
  const service = environment[SERVICE];
  const attributes = pairsIn(ATTRIBUTES, environment);
  const sender = { "service.name": "orgform-watch", ...attributes, ...(service ? { "service.name": service } : {}) };
  return { url: url.href.replace(/\/+$/u, ""), headers, sender };
}

/** The pairs of a variable: `name=value,name=value`, with percent encoding. @source opentelemetry.io/docs/specs/otel/protocol/exporter */
function pairsIn(variable: string, environment: Environment): Pairs {
  const parts = (environment[variable] ?? "").split(",").filter((part) => part.trim() !== "");
  return Object.fromEntries(
    parts.map((part) => {
      const [, name = "", value = ""] = /^([^=]+)=(.*)$/su.exec(part) ?? [];
      try {
        if (name.trim() !== "") return [name.trim(), decodeURIComponent(value.trim())];
      } catch {
        // Not in percent encoding: refused below.
      }
      throw new OtlpTargetError(`can't be used: ${variable} must be pairs such as name=value, separated by commas`);
    }),
  );
}
