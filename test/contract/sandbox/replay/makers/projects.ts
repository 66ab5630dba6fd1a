import type { Maker } from "./maker.ts";

let made = 0;

/** A project that no row names. It becomes its creator's current project. */
export const makeProject: Maker = async (stage, path) => {
  made += 1;
  const project = await stage.call("POST", path, { name: `Scratch ${made}` });
  return Number(project["id"]);
};
