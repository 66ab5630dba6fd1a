import type { Maker } from "./maker.ts";

let made = 0;

/** A plain member. The ID is the user's, as in the path. */
export const makeMember: Maker = (stage, path) => {
  made += 1;
  const { control } = stage.sandbox;
  const { id } = control.createUser({ email: `scratch${made}@example.com` });
  control.addMembership({ userId: id, organizationId: organizationOf(path), level: 1 });
  return Promise.resolve(id);
};

/** The organization in a path of the sandbox. */
function organizationOf(path: string): string {
  return path.split("/")[3] ?? "";
}
