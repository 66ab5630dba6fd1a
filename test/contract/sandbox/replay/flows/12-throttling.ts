import type { FlowScript } from "../flow-script.ts";
import { capturePersons } from "../persons.ts";
import type { Stage } from "../stage.ts";

/** Calls a path so many times with a key; a few at a time: all at once would need a connection each. */
async function hammer(stage: Stage, key: string, path: string, times: number): Promise<void> {
  const headers = { authorization: `Bearer ${stage.key(key)}` };
  const call = (): Promise<unknown> =>
    fetch(`${stage.sandbox.host}${path}?limit=1`, { headers }).then((answer) => answer.text());
  for (let done = 0; done < times; done += 20) {
    await Promise.all(Array.from({ length: Math.min(20, times - done) }, call));
  }
}

const inOrganization = (stage: Stage): string => `/api/organizations/${stage.firstId}/domains/`;
const inProject = (stage: Stage, noun: string): string =>
  `/api/projects/${stage.projectsOf(stage.firstId)[0]}/${noun}/`;

/** Makes calls, and before or after them the time pass that they took in the recording. */
const calls =
  (key: string, pathOf: (stage: Stage) => string, times: number, seconds: { before?: number; after?: number } = {}) =>
  async (stage: Stage): Promise<void> => {
    stage.sandbox.control.advanceClock(seconds.before ?? 0);
    await hammer(stage, key, pathOf(stage), times);
    stage.sandbox.control.advanceClock(seconds.after ?? 0);
  };

const persons = (stage: Stage): string => inProject(stage, "persons");
const events = (stage: Stage): string => inProject(stage, "events");

/** Throttling; compared although the service was told to throttle. */
export const THROTTLING_FLOW: FlowScript = {
  alsoCompares: () => true,
  isPartial: () => true,
  startsWithoutPersons: true,
  async prepare(stage) {
    const { control } = stage.sandbox;
    control.changeSettings({ rateLimit: true });
    control.setClock("2026-11-20T23:25:00Z", true);
    const properties = { n: 1, plan: "pro", email: "p1@example.com" };
    await capturePersons(stage, stage.projectsOf(stage.firstId)[0] ?? 0, [
      { distinctIds: ["d1", "anon-1", "x-1"], properties, isIdentified: true },
      { distinctIds: ["sc-88", "sd-89"], properties: { a: 1 }, isIdentified: false },
    ]);
  },
  setups: {
    "479 further calls with the same key in 7 s: {200: 479}": calls("phx_thr_a", inOrganization, 479, { before: 7 }),
    "Retry-After seconds of the first 429 waited": ({ sandbox }) => void sandbox.control.advanceClock(53),
    "180 persons calls one after another before: {200: 180}": calls("phx_thr_p", persons, 180, { after: 9 }),
    "58 more: {200: 58}": calls("phx_thr_p", persons, 58),
    "240 events calls one after another before: {200: 240}": calls("phx_thr_d", events, 240, { after: 9 }),
    "4400 further calls in 63 s: {200: 565, 429: 3835}": calls("phx_thr_a", inOrganization, 4400, { before: 63 }),
  },
  // From the fourth call on a second had passed in the recording.
  before: ({ sandbox }, { step }) => (step === 4 ? void sandbox.control.advanceClock(1) : undefined),
};
