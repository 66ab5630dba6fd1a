import type { Maker } from "./maker.ts";

/** An export that no row names, below a project. Below an organization, the service wouldn't create it. */
export const makeBatchExport: Maker = async (stage) => {
  const config = { bucket_name: "b", region: "r", prefix: "p" };
  const body = { name: "scratch", interval: "hour", destination: { type: "S3", config } };
  const path = `/api/projects/${stage.projectsOf(stage.firstId)[0]}/batch_exports/`;
  return String((await stage.call("POST", path, body))["id"]);
};
