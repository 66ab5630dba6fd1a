import type { Maker } from "./maker.ts";

let made = 0;

/** An invite to an address that no row names. */
export const makeInvite: Maker = async (stage, path) => {
  made += 1;
  const invite = await stage.call("POST", path, { target_email: `scratch-invite${made}@example.com` });
  return String(invite["id"]);
};
