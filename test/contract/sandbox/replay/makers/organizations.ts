import { OWNER } from "../stage.ts";
import type { Maker } from "./maker.ts";

/** An organization of the owner, whose current organization stays the first. */
export const makeOrganization: Maker = (stage) => {
  const made = stage.sandbox.control.createOrganization({ email: OWNER, name: "Scratch", features: [] });
  stage.setCurrent(OWNER, stage.firstId);
  return Promise.resolve(made.id);
};
