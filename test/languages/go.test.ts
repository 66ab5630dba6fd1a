import { join } from "node:path";

import { expect, test } from "@jest/globals";

import { GO_ENVIRONMENT } from "../../scripts/set-up/languages.ts";
import { DIALECTS } from "../support/dialects.ts";
import { EXPECTED, playExample, ROOT, STORY_LIMIT_MS } from "./support/language-story.ts";

const adapt = (text: string): string => text.replaceAll("../../dist-sdks", join(ROOT, "dist-sdks"));

test.each(DIALECTS)(
  "a Go program brings single sign-on up, dialect %s",
  async (dialect) => {
    expect(await playExample("go", dialect, { adapt, env: () => GO_ENVIRONMENT })).toEqual(EXPECTED);
  },
  STORY_LIMIT_MS,
);
