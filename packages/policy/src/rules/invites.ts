import * as z from "zod";

import { cannotTell, type Said, requires, violation, where, whereAll, whereEach } from "../findings.ts";
import { isUnknown, type Known } from "../picture/known.generated.ts";
import type { Picture, PictureObject } from "../picture/picture.generated.ts";
import { daysSince } from "../days.ts";
import { defineRule } from "../rule.ts";

const REFERENCES = { soc2: ["CC6.2"], iso27001: ["A.5.16", "A.5.18"], cis: ["6.1"] };

const OWN_DOMAIN = { domain: "acme.example", isVerified: true };

const domains = z.array(z.string().toLowerCase()).default([]).describe("Other domains that are allowed.");

const VERIFIED = "an address of a verified domain";

/** What is known about the organization's own domains. */
interface OwnDomains {
  readonly has: (domain: string) => boolean;
  /** Why it is unclear whether a domain is one of them; undefined if the domain surely isn't. */
  readonly whyOpen: (domain: string) => string | undefined;
}

/** Continues with the organization's own domains. */
function whereOwnDomains(
  picture: Picture,
  further: readonly string[],
  judge: (own: OwnDomains) => readonly Said[],
): readonly Said[] {
  return whereAll(picture, "domains", (shown) => {
    const own = shown.flatMap(({ domain, isVerified }) => (isVerified === true && !isUnknown(domain) ? [domain] : []));
    const all = new Set([...own, ...further]);
    const whyOpen = (wanted: string): string | undefined => {
      const open = shown.flatMap(({ domain, isVerified }) => {
        if (isVerified === false || (!isUnknown(domain) && domain !== wanted)) return [];
        return [isVerified, domain].flatMap((one) => (isUnknown(one) ? [one.unknown] : []));
      });
      return open[0];
    };
    return judge({ has: (domain) => all.has(domain), whyOpen });
  });
}

/** Requires that an address is on one of the organization's own domains. */
function requiresOwn(object: PictureObject & { readonly email: Known<string> }, own: OwnDomains): readonly Said[] {
  return where(object, "email", object.email, (email) => {
    const domain = domainOf(email);
    if (own.has(domain)) return [];
    const why = own.whyOpen(domain);
    return [why === undefined ? violation(object, "email", email, VERIFIED) : cannotTell(object, "email", why)];
  });
}

/** Open invites. */
export const invitesToOwnDomains = defineRule({
  id: "invites-to-own-domains",
  title: "Invites go to addresses of the organization's own domains",
  severity: "error",
  isOn: true,
  why: "If a personal email address is invited, no identity provider ever removes the new member.",
  remedy: "Delete the invite, and invite the person's work address.",
  references: REFERENCES,
  needs: ["invites", "domains"],
  parameters: z.strictObject({ domains }),
  judge: (picture, parameters) =>
    whereOwnDomains(picture, parameters.domains, (own) =>
      whereEach(picture, "invites", (invite) => requiresOwn(invite, own)),
    ),
  examples: {
    passing: { sections: { domains: [OWN_DOMAIN], invites: [{ email: "ann@acme.example" }] } },
    failing: { sections: { domains: [OWN_DOMAIN], invites: [{ email: "ann@mail.example" }] } },
    unknown: { sections: { domains: [OWN_DOMAIN], invites: [{ level: "admin" }] } },
  },
});

/** Members. */
export const peopleInOwnDomains = defineRule({
  id: "people-in-own-domains",
  title: "Members have addresses of the organization's own domains",
  severity: "warning",
  isOn: true,
  why: "People who sign in with a personal email address keep their access after they leave.",
  remedy: "Remove the person, or add the domain to the policy.",
  references: { soc2: ["CC6.2", "CC6.3"], iso27001: ["A.5.16", "A.5.18"], cis: ["5.1", "6.2"] },
  needs: ["people", "domains"],
  parameters: z.strictObject({ domains }),
  judge: (picture, parameters) =>
    whereOwnDomains(picture, parameters.domains, (own) =>
      whereEach(picture, "people", (person) => requiresOwn(person, own)),
    ),
  examples: {
    passing: { sections: { domains: [OWN_DOMAIN], people: [{ email: "ann@acme.example" }] } },
    failing: { sections: { domains: [OWN_DOMAIN], people: [{ email: "ann@mail.example" }] } },
    unknown: {
      sections: { domains: { unknown: "the API key lacks a scope" }, people: [{ email: "ann@acme.example" }] },
    },
  },
});

/** Invites that stay open for too long. */
export const invitesPending = defineRule({
  id: "invites-pending",
  title: "No invite stays open for long",
  severity: "warning",
  isOn: true,
  why: "An open invite admits anyone who reads that mailbox.",
  remedy: "Delete the invite, or ask the person to accept it.",
  references: REFERENCES,
  needs: ["invites"],
  parameters: z.strictObject({ days: z.int().min(0).default(2).describe("Maximum age of an open invite, in days.") }),
  judge: (picture, { days }) =>
    whereEach(picture, "invites", (invite) =>
      where(invite, "status", invite.status, (status) =>
        status === "pending"
          ? requires(
              invite,
              "createdAt",
              invite.createdAt,
              (time) => daysSince(time, picture) <= days,
              `at most ${days} days ago`,
            )
          : [],
      ),
    ),
  examples: {
    passing: {
      sections: { invites: [{ email: "ann@acme.example", status: "pending", createdAt: "2026-11-24T00:00:00Z" }] },
    },
    failing: {
      sections: { invites: [{ email: "ann@acme.example", status: "pending", createdAt: "2026-11-01T00:00:00Z" }] },
    },
    unknown: { sections: { invites: [{ email: "ann@acme.example", status: "pending" }] } },
  },
});

/** Invites that nobody needs any longer. */
export const invitesExpired = defineRule({
  id: "invites-expired",
  title: "Expired invites are deleted",
  severity: "note",
  isOn: true,
  why: "Invites that nobody accepted hide the invites that matter.",
  remedy: "Delete the invite.",
  references: REFERENCES,
  needs: ["invites"],
  parameters: z.strictObject({ days: z.int().min(0).default(7).describe("Days that an expired invite can stay.") }),
  judge: (picture, { days }) =>
    whereEach(picture, "invites", (invite) =>
      where(invite, "status", invite.status, (status) =>
        status === "expired"
          ? requires(
              invite,
              "expiresAt",
              invite.expiresAt,
              (time) => daysSince(time, picture) <= days,
              `deleted within ${days} days after that time`,
            )
          : [],
      ),
    ),
  examples: {
    passing: {
      sections: { invites: [{ email: "ann@acme.example", status: "expired", expiresAt: "2026-11-24T00:00:00Z" }] },
    },
    failing: {
      sections: { invites: [{ email: "ann@acme.example", status: "expired", expiresAt: "2026-10-01T00:00:00Z" }] },
    },
    unknown: { sections: { invites: [{ email: "ann@acme.example", status: "expired" }] } },
  },
});

/** The domain of an email address, in lowercase. */
function domainOf(email: string): string {
  return email.slice(email.lastIndexOf("@") + 1).toLowerCase();
}
