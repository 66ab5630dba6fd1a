import type { RoomScore } from "./score.ts";

/** The page that says how well the tests notice changes, room by room. */
export function strengthPage(scores: readonly RoomScore[], seed: string): string {
  const rows = scores.map(
    ({ room, noticed, judged, percent }) => `| ${room} | ${noticed} of ${judged} | ${percent} % |`,
  );
  return [
    "# How strong the tests are",
    "",
    "`npm run mutate` changes the sources in many places, one at a time, and counts the changes that a test notices. It writes",
    `this page; don't edit it. The last run used the seed ${seed}.`,
    "",
    "| room | noticed | score |",
    "|---|---|---|",
    ...rows,
    "",
  ].join("\n");
}
