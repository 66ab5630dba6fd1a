import { type Exchange, bodyOf } from "../pipeline/exchange.ts";
import { dictionaryIn } from "../wire/read-value.ts";
import type { Properties } from "./rows.ts";

/**
 * The parameters of an analysis: the query, overridden by the body of a POST. Lists and objects in a query are JSON.
 * @source live notes on persons and events, 3.14
 */
export function parametersOf(exchange: Exchange): Properties {
  const fromQuery = Object.fromEntries([...exchange.query].map(([name, text]) => [name, valueOf(text)]));
  if (exchange.request.method !== "POST") return fromQuery;
  const body = bodyOf(exchange);
  return { ...fromQuery, ...dictionaryIn(body) };
}

function valueOf(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** A parameter as a string. */
export function textParameter(parameters: Properties, name: string): string | undefined {
  const value = parameters[name];
  if (typeof value === "string") return value === "" ? undefined : value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : undefined;
}

/** A parameter as an integer; anything else counts as missing. */
export function integerParameter(parameters: Properties, name: string): number | undefined {
  const text = textParameter(parameters, name)?.trim();
  return text !== undefined && /^-?\d{1,9}$/.test(text) ? Number(text) : undefined;
}
