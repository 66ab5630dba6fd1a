import { makeMember } from "./members.ts";
import type { Maker } from "./maker.ts";

let made = 0;

/** A role that no row names, in the path's organization. The service creates roles in the current one. */
export const makeRole: Maker = async (stage, path) => {
  made += 1;
  const organization = path.split("/")[3] ?? "";
  stage.setCurrent("owner@example.com", organization);
  const role = await stage.call("POST", path, { name: `Scratch ${made}` });
  stage.setCurrent("owner@example.com", stage.firstId);
  return String(role["id"]);
};

/** The membership of a new member in the path's role. */
export const makeRoleMembership: Maker = async (stage, path, row) => {
  const user = await makeMember(stage, `${path.split("/roles/")[0]}/members/`, row);
  const place = await stage.call("POST", path, { user_uuid: user });
  return String(place["id"]);
};
