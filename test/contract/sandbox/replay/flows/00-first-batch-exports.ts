import type { Stage } from "../stage.ts";

/** Actions of the first recording with batch exports, in rows that it lacks. */
export async function keepBatchExports(stage: Stage, step: number): Promise<void> {
  if (step !== 222) return;
  const keys = { aws_access_key_id: "AK", aws_secret_access_key: "SK" };
  const destination = { type: "S3", config: { bucket_name: "b", region: "us-east-1", prefix: "p/", ...keys } };
  const body = { name: "S3 out", model: "events", interval: "hour", destination };
  const { id } = await stage.call("POST", `/api/projects/${stage.projectsOf(stage.firstId)[0]}/batch_exports/`, body);
  stage.identities.bind("01a1fb15-4fdc-0001-a9cd-0cd306551755", String(id));
}
