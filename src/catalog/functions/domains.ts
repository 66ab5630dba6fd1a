import { aTypeName, message } from "../../model/messages.ts";
import * as z from "zod";

import { isApiError } from "../../client/errors.ts";
import { field } from "../../model/field.ts";
import { EXAMPLE_DOMAIN, EXAMPLE_ORGANIZATION, organizationIdInput, uuid } from "../fields/field-types.ts";
import { declareFunction } from "./declare.ts";

export const verifyDomain = declareFunction({
  name: "verifyDomain",
  doc: "Asks the service to check the DNS record of a domain now.",
  notes: [
    message`It asks once. To wait until the service finds the record, declare ${aTypeName("DomainVerification")}.`,
  ],
  effect: "write",
  repeat: "safe",
  scopes: [],
  operations: ["domains.verify"],
  arguments: {
    organizationId: organizationIdInput,
    domainId: field(uuid("domain"), { doc: "ID (UUID) of the domain." }),
  },
  result: { isVerified: field(z.boolean(), { doc: "Whether the domain is verified." }) },
  example: { organizationId: EXAMPLE_ORGANIZATION, domainId: EXAMPLE_DOMAIN },
  alternative: "Otherwise, an admin of the organization can press `Verify` in the organization's settings.",
  plan: ({ domainId }) => `ask the service to verify domain ${domainId}`,
  run: async (args, { api, options }) => {
    const { organizationId, domainId } = args;
    try {
      const domain =
        (await api.domains.verify(organizationId, domainId, options)) ??
        (await api.domains.get(organizationId, domainId, options));
      return { isVerified: domain.is_verified };
    } catch (error) {
      if (!isApiError(error) || error.code !== "already_verified") throw error;
      return { isVerified: true };
    }
  },
});
