import { createHash } from "node:crypto";

import type { RecordedLook } from "../store/watch-store.ts";
import { gaugesOf, type Source } from "./metrics.ts";

/** Names with values: the sender's attributes, or the headers of a request. */
export type Pairs = Readonly<Record<string, string>>;

interface Attribute {
  readonly key: string;
  readonly value: { readonly stringValue: string } | { readonly intValue: string };
}

const SCOPE = { name: "orgform.watch" };
const INTERNAL = 1;
const ERROR = 2;

/**
 * The body of a request to `/v1/metrics`: every metric as a gauge.
 *
 * @param sender - attributes of the sender, such as `service.name`
 * @source opentelemetry.io/docs/specs/otlp 1.x, JSON Protobuf encoding
 */
export function otlpMetrics(source: Source, sender: Pairs): object {
  const timeUnixNano = nanoseconds(source.nowMs);
  const metrics = gaugesOf(source).flatMap(({ name, help, samples }) => {
    if (samples.length === 0) return [];
    const dataPoints = samples.map(({ labels, value }) => ({
      ...(Object.keys(labels).length === 0 ? {} : { attributes: attributesOf(labels) }),
      timeUnixNano,
      asDouble: value,
    }));
    return [{ name, description: help, ...unitOf(name), gauge: { dataPoints } }];
  });
  return { resourceMetrics: [{ resource: resourceOf(sender), scopeMetrics: [{ scope: SCOPE, metrics }] }] };
}

/** Prometheus has the unit at the end of a name. @source ucum.org, case-sensitive symbols */
function unitOf(name: string): { readonly unit?: string } {
  if (name.endsWith("_seconds")) return { unit: "s" };
  return name.endsWith("_ratio") ? { unit: "1" } : {};
}

/** The body of a request to `/v1/traces`: each look as a trace of one span. Sent again, a look has the same IDs. */
export function otlpTraces(looks: readonly RecordedLook[], sender: Pairs): object {
  const spans = looks.map(spanOf);
  return { resourceSpans: [{ resource: resourceOf(sender), scopeSpans: [{ scope: SCOPE, spans }] }] };
}

function spanOf(look: RecordedLook): object {
  const { organization, startedMs, endedMs, outcome, open, requests } = look;
  const digest = createHash("sha256").update(`${startedMs} ${organization}`).digest("hex");
  const counts = Object.entries({ requests, ...prefixed("open", open) });
  return {
    traceId: digest.slice(0, 32),
    spanId: digest.slice(32, 48),
    name: "orgform.watch.look",
    kind: INTERNAL,
    startTimeUnixNano: nanoseconds(startedMs),
    endTimeUnixNano: nanoseconds(endedMs),
    attributes: [
      ...attributesOf({ organization, outcome }),
      ...counts.flatMap(([key, count]): Attribute[] =>
        count === undefined ? [] : [{ key, value: { intValue: String(count) } }],
      ),
    ],
    ...(outcome === "failed" ? { status: { code: ERROR } } : {}),
  };
}

const prefixed = (prefix: string, counts: Readonly<Record<string, number>>): Record<string, number> =>
  Object.fromEntries(Object.entries(counts).map(([name, count]) => [`${prefix}.${name}`, count]));

const resourceOf = (sender: Pairs): object => ({ attributes: attributesOf(sender) });

const attributesOf = (pairs: Pairs): Attribute[] =>
  Object.entries(pairs).map(([key, value]) => ({ key, value: { stringValue: value } }));

/** A 64-bit number is a string in JSON. */
const nanoseconds = (ms: number): string => String(BigInt(Math.round(ms)) * 1_000_000n);
