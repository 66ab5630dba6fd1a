import { request } from "undici";

import type { FlowScript } from "../flow-script.ts";
import { capturePersons } from "../persons.ts";
import type { Stage } from "../stage.ts";

/** Makes calls and lets the time pass that they took in the recording. */
async function callMany(stage: Stage, key: string, path: string, calls: number, seconds: number): Promise<void> {
  const headers = { authorization: `Bearer ${stage.key(key)}` };
  const call = (): Promise<unknown> => request(stage.sandbox.host + path, { headers }).then(({ body }) => body.dump());
  // In small groups, because each parallel request needs a connection.
  for (let left = calls; left > 0; left -= 20) await Promise.all(Array.from({ length: Math.min(20, left) }, call));
  stage.sandbox.control.advanceClock(seconds);
}

const domains = (stage: Stage): string => `/api/organizations/${stage.firstId}/domains/?limit=1`;
const firstProject = (stage: Stage): number => stage.projectsOf(stage.firstId)[0] ?? 0;
const ofProject = (stage: Stage, noun: string): string => `/api/projects/${firstProject(stage)}/${noun}/?limit=1`;

/** Persons that earlier flows left behind, as far as the responses show them. */
const LEFT_OVER = [
  { distinctIds: ["left-1", "left-2", "left-3"], properties: {}, isIdentified: false },
  { distinctIds: ["sc-88", "sd-89"], properties: { a: 1 }, isIdentified: false },
];

/** Throttling. The rows are compared although the service was set up to throttle. */
export const THROTTLING_FLOW: FlowScript = {
  alsoCompares: () => true,
  isPartial: ({ path }) => !path.includes(".csv"),
  async prepare(stage) {
    const { control } = stage.sandbox;
    control.setClock("2026-11-20T23:25:00Z", true);
    await capturePersons(stage.sandbox, firstProject(stage), LEFT_OVER);
    control.changeSettings({ rateLimit: true });
  },
  setups: {
    "479 further calls with the same key in 7 s: {200: 479}": (stage) =>
      callMany(stage, "phx_thr_a", domains(stage), 479, 7),
    "Retry-After seconds of the first 429 waited": ({ sandbox }) => void sandbox.control.advanceClock(53),
    "180 persons calls one after another before: {200: 180}": (stage) =>
      callMany(stage, "phx_thr_p", ofProject(stage, "persons"), 180, 7),
    "58 more: {200: 58}": (stage) => callMany(stage, "phx_thr_p", ofProject(stage, "persons"), 58, 2),
    "240 events calls one after another before: {200: 240}": (stage) =>
      callMany(stage, "phx_thr_d", ofProject(stage, "events"), 240, 9),
    "4400 further calls in 63 s: {200: 565, 429: 3835}": (stage) =>
      callMany(stage, "phx_thr_a", domains(stage), 4400, 63),
  },
  // In the recording, a second had passed before the fourth call.
  before: ({ sandbox }, { step }) => (step === 4 ? void sandbox.control.advanceClock(1) : undefined),
};
