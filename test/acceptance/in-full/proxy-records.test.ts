import { afterEach, describe, expect, jest, test } from "@jest/globals";

import { SCENARIO_DIALECTS } from "../../support/dialects.ts";
import { code, declare } from "../support/program-text.ts";
import { until } from "../support/service.ts";
import { closeStories, Story, STORY_LIMIT_MS } from "../support/story.ts";

jest.setTimeout(STORY_LIMIT_MS);
afterEach(closeStories);

const PROXY = declare("ProxyRecord", "proxy", { domain: "E.Acme.example." });
const VALIDATION = declare("ProxyRecordValidation", "valid", {
  organizationId: code("proxy.organizationId"),
  recordId: code("proxy.recordId"),
  pollIntervalSeconds: 1,
});

describe.each(SCENARIO_DIALECTS)("with the %s dialect", (dialect) => {
  test("one update creates a proxy and waits for it, and a destroy removes it", async () => {
    const story = await Story.open(dialect, "", ({ host, organizationId }) => ({
      config: { "orgform:host": host, "orgform:organizationId": organizationId },
    }));
    const { stack, sandbox } = story;
    const { control } = sandbox;
    const records = (): Record<string, unknown>[] => control.call("GET", "proxy-records") as Record<string, unknown>[];
    const statusIs = (status: string) => (): boolean => records()[0]?.["status"] === status;
    const base = `/api/organizations/${sandbox.organizationId}/proxy_records/`;
    story.declare([PROXY, VALIDATION]);
    const made = story.up();
    await until("the proxy is there", statusIs("waiting"));
    control.setDnsName("e.acme.example", { CNAME: String(records()[0]?.["target_cname"]) });
    control.advanceClock(10);
    await until("the service issues the certificate", statusIs("issuing"));
    control.advanceClock(60);
    expect(await made).toEqual([`POST ${base}`]);
    expect(statusIs("valid")()).toBe(true);
    expect(records()).toMatchObject([{ domain: "e.acme.example" }]);
    expect(await story.outputs("ProxyRecord", "proxy")).toMatchObject({ domain: "E.Acme.example." });
    expect(await stack.previewEmpty()).toContain("3 unchanged");
    expect(await stack.must("refresh", "--yes", "--skip-preview", "--expect-no-changes")).toContain("3 unchanged");

    const gone = stack.destroy();
    await until("the proxy is being taken down", statusIs("deleting"));
    control.advanceClock(60);
    await gone;
    expect(records()).toEqual([]);
  });
});
