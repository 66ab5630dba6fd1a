import * as z from "zod";

import type { Transport } from "./transport/index.ts";

/** The account of a key, as far as it is used; any other form is ignored. */
const accountSchema = z.looseObject({
  email: z.string().optional(),
  organizations: z.array(z.looseObject({ id: z.string(), name: z.string().default("") })),
});

/** Number of organizations that a message names before it counts the others. */
const MOST_NAMED = 3;

const ROUTE = "/api/users/@me/";

/**
 * Describes whose key it is and which organizations that account belongs to: the service's refusal of a stranger shows
 * neither.
 *
 * @returns a function that asks once, at the first refusal; `""` if the key isn't allowed to ask
 */
export function keyOwnerLookup(transport: Transport): () => Promise<string> {
  let asked: Promise<string> | undefined;
  return () => (asked ??= ask(transport).catch(() => ""));
}

async function ask(transport: Transport): Promise<string> {
  const { status, body } = await transport.send({ method: "GET", route: ROUTE, path: ROUTE });
  if (status !== 200) return "";
  const { email = "an account without an address", organizations } = accountSchema.parse(JSON.parse(body));
  const named = organizations.slice(0, MOST_NAMED).map(({ id, name }) => `${JSON.stringify(name)} (${id})`);
  const others = organizations.length - named.length;
  const all = others > 0 ? [...named, `${others} more`] : named;
  const text = all.length === 0 ? "no organization" : all.join(", ");
  return transport.redactor.text(`The key is that of ${email}, which belongs to ${text}.`);
}
