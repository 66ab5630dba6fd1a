import { homedir } from "node:os";
import { join } from "node:path";

/** The folder where downloads and builds are kept between checkouts: `ORGFORM_CACHE`, or the user's cache folder. */
export function cacheFolder(env: NodeJS.ProcessEnv): string {
  if (env["ORGFORM_CACHE"]) return env["ORGFORM_CACHE"];
  if (env["XDG_CACHE_HOME"]) return join(env["XDG_CACHE_HOME"], "orgform");
  if (process.platform === "win32" && env["LOCALAPPDATA"]) return join(env["LOCALAPPDATA"], "orgform");
  return join(env["HOME"] ?? homedir(), ".cache", "orgform");
}
