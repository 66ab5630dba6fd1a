import type { Api } from "../../../client/client.ts";
import { isServiceOf2026 } from "../../../client/service-age.ts";
import type { Capability } from "../../../model/hooks/capability.ts";
import type { ListOf } from "../../../model/resource-reference.ts";
import { fieldRef, message } from "../../../model/messages.ts";
import { foldedEmail, type PersonWire } from "../member/people.ts";
import { organization } from "../organization/organization.ts";

/** The list of people, which both kinds of resources use. */
type People = () => ListOf<PersonWire, "organizationId">;

/**
 * Warns in a preview if an invite would be sent to an address with a plus sign: services since 2026 refuse these.
 * Existing members and open invites with such addresses stay.
 *
 * @source service 2026-09, invites-and-members.md, Invites; the age of the service shows whether it accepts such
 * addresses
 */
export function plusAddresses(people: People): Capability<Api, PersonWire> {
  return {
    name: "invites to addresses with a plus sign",
    previewWarning: async ({ verb, inputs }, ask) => {
      const { email, organizationId } = inputs;
      if (verb === "delete" || typeof email !== "string" || typeof organizationId !== "string") return undefined;
      if (!hasPlus(email)) return undefined;
      const { call } = ask();
      const scope = { organizationId };
      const known = (await call.shown(people(), scope)).find((one) => one.email === foldedEmail(email));
      const isOpen = known?.invite !== undefined && !known.invite.is_expired;
      if (known?.member !== undefined || (verb === "create" && isOpen)) return undefined;
      const home = await call.known(organization, scope);
      if (home !== undefined && !isServiceOf2026(home)) return undefined;
      return message`${email.trim()} and other addresses with a plus sign will most likely get no invite: services of 2026 refuse them\nThis warning is for all of them. Members and open invites with such addresses stay. Declare ${fieldRef("email")} without the plus sign and what follows it, or remove these people from the program.`;
    },
  };
}

function hasPlus(email: string): boolean {
  return email.split("@")[0]?.includes("+") === true;
}
