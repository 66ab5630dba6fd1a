import type { FlowScript } from "../flow-script.ts";
import type { Stage } from "../stage.ts";

/** The first 480 calls of a minute: the first of them seven seconds before the refused one. */
async function exhaustMinute(stage: Stage): Promise<void> {
  stage.sandbox.control.advanceClock(7);
  const headers = { authorization: `Bearer ${stage.key("phx_thr_a")}` };
  const path = `${stage.sandbox.host}/api/organizations/${stage.firstId}/domains/?limit=1`;
  const call = (): Promise<unknown> => fetch(path, { headers }).then((answer) => answer.text());
  // A few at a time: all at once would need a connection each.
  for (let done = 0; done < 479; done += 20) await Promise.all(Array.from({ length: Math.min(20, 479 - done) }, call));
}

/** Throttling; compared although the service was told to throttle. */
export const THROTTLING_FLOW: FlowScript = {
  alsoCompares: () => true,
  isPartial: () => true,
  prepare({ sandbox }) {
    sandbox.control.changeSettings({ rateLimit: true });
    sandbox.control.setClock("2026-11-20T23:25:00Z", true);
  },
  setups: { "479 further calls with the same key in 7 s: {200: 479}": exhaustMinute },
  // From the fifth call on a second had passed in the recording.
  before: ({ sandbox }, { step }) => (step === 5 ? void sandbox.control.advanceClock(1) : undefined),
};
