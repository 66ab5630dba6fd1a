import * as z from "zod";
import { flagOrNull, nonEmptyText, textOrNull } from "./wire.ts";

/** A user inside another object. */
export const userSchema = z.looseObject({
  /** Absent if the service didn't send it. */
  id: z.number().int().optional(),
  uuid: nonEmptyText,
  distinct_id: textOrNull,
  first_name: z.string().default(""),
  last_name: z.string().default(""),
  email: z.string(),
  /** Three-valued: `null` if the user was never asked. */
  is_email_verified: flagOrNull,
});

/**
 * A user inside an invite, a member or a role, as the service sends it; undeclared fields are kept unchanged.
 *
 * @source contract "User"; live-organizations 5.1
 */
export type UserWire = z.output<typeof userSchema>;
