import * as z from "zod";
import type { CallOptions, Caller } from "./caller.ts";
import type { OrganizationId } from "./scopes.ts";
import { nonEmptyText } from "./wire.ts";

const userSchema = z.looseObject({
  uuid: nonEmptyText,
  email: z.string().nullable().default(null),
});

const currentKeySchema = z.looseObject({
  label: z.string().nullable().default(null),
  /** Scopes of the key; null or empty means an older key without any restriction, `*` means every named scope. */
  scopes: z.array(z.string()).nullable().default(null),
  scoped_teams: z
    .array(z.union([z.number(), z.string()]))
    .nullable()
    .default(null),
  scoped_organizations: z.array(z.string()).nullable().default(null),
});

/** The key's account as the service sends it; undeclared fields are kept unchanged. */
export type AccountWire = z.output<typeof userSchema>;

/** The key itself as the service sends it, without its value; undeclared fields are kept unchanged. */
export type CurrentKeyWire = z.output<typeof currentKeySchema>;

/** Requests about the key and its account. */
export interface AccountApi {
  /**
   * The key's account; requires the scope `user:read`.
   *
   * @throws permission_denied if the key lacks the scope
   */
  me(options?: CallOptions): Promise<AccountWire>;
  /**
   * Makes an organization the account's current one; requires the scope `user:write`.
   *
   * @throws permission_denied if the key lacks the scope
   * @source live service 2025-08, a copy of its code: returns 200 and moves it for every key of the account
   */
  setCurrentOrganization(organizationId: OrganizationId, options?: CallOptions): Promise<void>;
  /** The key itself: its label and scopes; works with any key. */
  currentKey(options?: CallOptions): Promise<CurrentKeyWire>;
}

/** Creates the account requests. */
export function createAccountApi(caller: Caller): AccountApi {
  return {
    me: (options) => caller.read({ route: "/api/users/@me/", answer: userSchema, ...options }),
    setCurrentOrganization: async (organizationId, options) => {
      const body = { set_current_organization: organizationId };
      await caller.write({ method: "PATCH", route: "/api/users/@me/", body, answer: userSchema, ...options });
    },
    currentKey: (options) =>
      caller.read({ route: "/api/personal_api_keys/@current/", answer: currentKeySchema, ...options }),
  };
}
