import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { type LeftOut, type Recording, readRecording, readRecordingFile } from "./recording.ts";
import { OWNER, type Setups, type Stage, openStage, replayRow } from "./replay.ts";
import { ALL_FEATURES } from "../../../src/sandbox/routes/organizations/shape.ts";

const ownerToFirst = (stage: Stage): void => stage.setCurrent(OWNER, stage.sandbox.organizationId);

const ORGANIZATION_SETUPS: Setups = {
  "one uploaded media row inserted for the first project": ({ sandbox, references }) =>
    references.bind("<media:1>", sandbox.control.createMedia().id),
  "media row deleted": (stage) => void stage.sandbox.control.deleteMedia(String(stage.references.get("<media:1>"))),
  "owner current organization = first": ownerToFirst,
  "admin@ joined the second organization with level 8": (stage) =>
    void stage.sandbox.control.addMembership({
      email: "admin@example.com",
      organizationId: stage.organizationOf("<organization:2>"),
      level: 8,
    }),
  "owner current = second": (stage) => stage.setCurrent(OWNER, stage.organizationOf("<organization:2>")),
  "user lonely@ with one organization": ({ sandbox }) => {
    sandbox.control.createUser({ email: "lonely@example.com" });
    sandbox.control.createOrganization({ email: "lonely@example.com", name: "Lonely", features: [] });
  },
};

const makeOther =
  (reference: string) =>
  (stage: Stage): void => {
    const { control } = stage.sandbox;
    control.createUser({ email: "other@example.com" });
    const made = control.createOrganization({ email: "other@example.com", name: "Other org", features: [] });
    stage.references.bind(reference, made.id);
  };

const records =
  (build: (challenge: string) => (string | string[])[], name = "_posthog-challenge.plain.example.com") =>
  (stage: Stage): void => {
    stage.sandbox.control.clearDns();
    stage.sandbox.control.setDns(name, build(String(stage.references.get("<challenge:1>"))));
  };

const failing =
  (error: "timeout" | "nxdomain") =>
  (stage: Stage): void =>
    stage.sandbox.control.setDns("_posthog-challenge.plain.example.com", [], error);

const DOMAIN_SETUPS: Setups = {
  "second user other@ owns organization Other org": makeOther("<organization:2>"),
  "TXT table: empty (NXDOMAIN)": failing("nxdomain"),
  "TXT table: NoAnswer": records(() => []),
  "TXT table: wrong value": records(() => ["wrong"]),
  "TXT table: right value at the bare domain": records((challenge) => [challenge], "plain.example.com"),
  "TXT table: right value in capitals": records((challenge) => [challenge.toUpperCase()]),
  "TXT table: right value split in two strings": records((challenge) => [[challenge.slice(0, 9), challenge.slice(9)]]),
  "TXT table: timeout": failing("timeout"),
  // Both failures of the resolver end in the same answer, so the table knows only one of them.
  "TXT table: no name servers": failing("timeout"),
  "TXT table: two records, the second right": records((challenge) => ["other", challenge]),
  "TXT table: empty": (stage) => stage.sandbox.control.clearDns(),
  "automatic_provisioning feature removed": ({ sandbox }) =>
    void sandbox.control.setFeatures(
      sandbox.organizationId,
      ALL_FEATURES.filter((feature) => feature !== "automatic_provisioning"),
    ),
  "feature back": ({ sandbox }) => void sandbox.control.setFeatures(sandbox.organizationId, ALL_FEATURES),
};

const SECOND_IS_CURRENT = "owner current organization = Role org (the second)";
const AUTHENTICATION_SETUPS: Setups = {
  [SECOND_IS_CURRENT]: (stage) => stage.setCurrent(OWNER, stage.organizationOf("<organization:second>")),
};

function prepareAuthentication(stage: Stage): void {
  const { control, organizationId } = stage.sandbox;
  stage.references.bind("<organization:first>", organizationId);
  const second = control.createOrganization({ email: OWNER, name: "Role org", features: [] });
  stage.references.bind("<organization:second>", second.id);
  makeOther("<organization:foreign>")(stage);
  ownerToFirst(stage);
}

/** The 480 calls of the minute: the first a whole seven seconds before the refused one. */
async function exhaustMinute(stage: Stage): Promise<void> {
  const { control, host, organizationId } = stage.sandbox;
  control.changeSettings({ rateLimit: true });
  control.setClock("2026-11-20T23:00:00Z", true);
  const headers = { authorization: `Bearer ${stage.key("phx_thr_a")}` };
  const call = (): Promise<unknown> =>
    fetch(`${host}/api/organizations/${organizationId}/domains/?limit=1`, { headers }).then((answer) => answer.text());
  await call();
  control.advanceClock(7);
  // 479 further calls, several at a time; the clock stands still meanwhile.
  for (let done = 1; done < 480;) {
    const calls = Math.min(20, 480 - done);
    await Promise.all(Array.from({ length: calls }, call));
    done += calls;
  }
}

type Flow = {
  file: string;
  setups: Setups;
  prepare?: (stage: Stage) => void | Promise<void>;
  between?: (stage: Stage, step: number) => void;
};

const FLOWS: Flow[] = [
  { file: "flow-01-organization", setups: ORGANIZATION_SETUPS, prepare: makeOther("<organization:other>") },
  { file: "flow-02-domain", setups: DOMAIN_SETUPS },
  {
    file: "flow-11-authentication",
    setups: AUTHENTICATION_SETUPS,
    prepare: prepareAuthentication,
    // The recorder put the owner back to the first organization after every call, up to the rows about the second.
    between: (stage, step) => step < 830 && ownerToFirst(stage),
  },
  {
    file: "flow-12-throttling",
    setups: {},
    prepare: exhaustMinute,
    // From the sixth call on a second had passed in the recording.
    between: (stage, step) => step === 6 && void stage.sandbox.control.advanceClock(1),
  },
];

for (const flow of FLOWS) {
  const recording = readRecording(flow.file);
  describe(`recorded: ${recording.source}, ${recording.recordedAt}`, () => {
    let stage: Stage;
    beforeAll(async () => {
      stage = await openStage();
      await flow.prepare?.(stage);
    });
    afterAll(() => stage.sandbox.close());

    test.each(recording.rows.map((row) => [`${row.step} ${row.name}`, row] as const))("%s", async (_title, row) => {
      flow.between?.(stage, row.step);
      expect(await replayRow(stage, row, recording.like, flow.setups)).toEqual([]);
    });
  });
}

describe("recorded: completeness", () => {
  const leftOut = (readRecordingFile("left-out") as LeftOut).rows;

  test("replays or lists with a reason every row of the four flows", () => {
    const counts = FLOWS.map(({ file }) => {
      const recording: Recording = readRecording(file);
      const flow = /flow (\d+)/.exec(recording.source)?.[1];
      const left = leftOut.filter((entry) => entry.flow === flow).flatMap((entry) => entry.steps);
      const steps = new Set([...recording.rows.map((row) => row.step), ...left]);
      return { flow, recorded: recording.recordedRows, accounted: steps.size, replayed: recording.rows.length };
    });
    expect(counts).toEqual([
      { flow: "1", recorded: 196, accounted: 196, replayed: 176 },
      { flow: "2", recorded: 157, accounted: 157, replayed: 157 },
      { flow: "11", recorded: 556, accounted: 556, replayed: 82 },
      { flow: "12", recorded: 26, accounted: 26, replayed: 4 },
    ]);
  });

  test("counts the rows that are left out, and gives each a reason", () => {
    expect(leftOut.map(({ flow, reason, count, steps }) => [flow, reason, count === steps.length && count])).toEqual([
      ["1", "the sandbox does not serve this operation yet", 17],
      ["1", "counts organizations that other flows made", 3],
      ["11", "the sandbox does not serve this operation yet", 474],
      ["12", "the sandbox does not serve this operation yet", 22],
    ]);
  });
});
