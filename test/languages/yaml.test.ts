import { expect, test } from "@jest/globals";

import { SCENARIO_DIALECTS } from "../support/dialects.ts";
import { EXPECTED, GUIDE_PLAN, planGuideProgram, playExample, STORY_LIMIT_MS } from "./support/language-story.ts";

test.each(SCENARIO_DIALECTS)(
  "a YAML program brings single sign-on up, dialect %s",
  async (dialect) => {
    expect(await playExample("yaml", dialect)).toEqual(EXPECTED);
  },
  STORY_LIMIT_MS,
);

test(
  "the guide's YAML program runs",
  async () => {
    expect(await planGuideProgram("yaml")).toEqual(GUIDE_PLAN);
  },
  STORY_LIMIT_MS,
);
