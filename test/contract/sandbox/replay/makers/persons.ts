import { capturePersons } from "../persons.ts";
import type { Maker } from "./maker.ts";

let made = 0;

/** A person with two distinct IDs whom no row names. */
export const makePerson: Maker = async (stage, path) => {
  made += 1;
  const project = Number(/\/(?:projects|environments)\/(\d+)\//.exec(path)?.[1]);
  const person = { distinctIds: [`sc-${made}`, `sd-${made}`], properties: { a: 1 }, isIdentified: false };
  const [row] = await capturePersons(stage.sandbox, project, [person]);
  if (row === undefined) throw new Error("no person came to be");
  return row.number;
};
