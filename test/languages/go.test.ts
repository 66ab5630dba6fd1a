import { join } from "node:path";

import { expect, test } from "@jest/globals";

import { GO_ENVIRONMENT } from "../../tools/set-up/languages.ts";
import { SCENARIO_DIALECTS } from "../support/dialects.ts";
import { EXPECTED, GUIDE_PLAN, planGuideProgram, playExample, ROOT, STORY_LIMIT_MS } from "./support/language-story.ts";

const fixture = {
  adapt: (text: string): string => text.replaceAll("../../dist-sdks", join(ROOT, "dist-sdks")),
  env: () => GO_ENVIRONMENT,
};

test.each(SCENARIO_DIALECTS)(
  "a Go program brings single sign-on up, dialect %s",
  async (dialect) => {
    expect(await playExample("go", dialect, fixture)).toEqual(EXPECTED);
  },
  STORY_LIMIT_MS,
);

test(
  "the guide's Go program runs",
  async () => {
    expect(await planGuideProgram("go", fixture)).toEqual(GUIDE_PLAN);
  },
  STORY_LIMIT_MS,
);
