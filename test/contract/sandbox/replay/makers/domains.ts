import type { Maker } from "./maker.ts";

let made = 0;

/** A domain that no row names. */
export const makeDomain: Maker = async (stage, path) => {
  made += 1;
  const domain = await stage.call("POST", path, { domain: `scratch${made}.example.com` });
  return String(domain["id"]);
};
