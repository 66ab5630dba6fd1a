import { env } from "node:process";

/** May speak of process.env here. */
export const planted = [env, process.env["HOME"], process["env"]];
