import { describe, expect, test } from "@jest/globals";
import type { Exchange } from "../../../packages/sandbox/src/pipeline/exchange.ts";
import {
  type Archives,
  downloadPlugin,
  releaseAt,
  writeArchives,
} from "../../../packages/sandbox/src/routes/plugins/archives.ts";
import { openWorld } from "../../../packages/sandbox/src/sandbox.ts";
import { exchangeOf } from "../../../packages/sandbox/src/server.ts";

const release = (tag: string, manifest: object = { name: "é|" }, more: Readonly<Record<string, string>> = {}) => ({
  tag,
  files: { "plugin.json": JSON.stringify(manifest), ...more },
});

/** A sandbox without a server, in which these archives are to be had. */
function exchangeWith(archives: Archives): Exchange {
  const { world } = openWorld({ seed: "empty", dialect: "documented" });
  world.store.transaction(() => writeArchives(world, archives));
  const request = { method: "GET", url: "/api/", headers: {}, bodyBytes: Buffer.alloc(0) };
  return exchangeOf(world, request);
}

const COMMIT = "0123456789abcdef0123456789abcdef01234567";

describe("documentation: the release of a URL, live notes 7.2", () => {
  const PLACES = [
    "github.com/acme/a.b-c_d",
    "npmjs.com/package/one-1_a",
    "npmjs.com/package/@acme-1/one_b",
    "gitlab.com/acme",
    "gitlab.com/acme/group.x/tool-1",
  ];
  const tags = ["v1.0", COMMIT, "a/b", "last-1_x"];
  const { world } = exchangeWith(Object.fromEntries(PLACES.map((place) => [place, tags.map((tag) => release(tag))])));
  const tagOf = (url: string): string | undefined => releaseAt(world, url)?.tag;

  test.each(PLACES)("of %s without a version is the latest one", (place) => {
    for (const scheme of ["http://", "https://", "https://www."])
      for (const end of ["", "/", "//", "?private_token=a/b", "/?x"])
        expect([scheme, end, tagOf(`${scheme}${place}${end}`)]).toEqual([scheme, end, "last-1_x"]);
    for (const other of [
      place,
      `ftp://${place}`,
      `https://www.www.${place}`,
      `https://a.${place}`,
      ` https://${place}`,
    ])
      expect([other, tagOf(other)]).toEqual([other, undefined]);
  });

  test.each([
    ["github.com/acme/a.b-c_d/commit/v1.0", "v1.0"],
    ["github.com/acme/a.b-c_d/releases/tag/v1.0", "v1.0"],
    [`github.com/acme/a.b-c_d/tree/${COMMIT}`, COMMIT],
    [`github.com/acme/a.b-c_d/commit/${COMMIT}/`, COMMIT],
    ["github.com/acme/a.b-c_d/archive/v1.0.zip", "v1.0"],
    ["github.com/acme/a.b-c_d/archive/v1.0.tar.gz", "v1.0"],
    ["github.com/acme/a.b-c_d/archive/a/b.zip", "a/b"],
    ["npmjs.com/package/one-1_a/v/v1.0", "v1.0"],
    ["npmjs.com/package/@acme-1/one_b/v/last-1_x", "last-1_x"],
    ["gitlab.com/acme/group.x/tool-1/-/tree/v1.0", "v1.0"],
    ["gitlab.com/acme/group.x/tool-1/-/commit/last-1_x/more/of/it", "last-1_x"],
  ])("at %s is %s", (place, tag) => {
    for (const scheme of ["http://", "https://www."]) expect(tagOf(`${scheme}${place}`)).toBe(tag);
    for (const scheme of ["", "xhttps://", "ftp://"]) expect(tagOf(`${scheme}${place}`)).toBeUndefined();
  });

  test.each([
    "github.com/acme/a.b-c_d/commit/v2",
    "github.com/acme/a.b-c_d/tree/v1.0",
    `github.com/acme/a.b-c_d/tree/${COMMIT}0`,
    `github.com/acme/a.b-c_d/tree/${COMMIT.slice(1)}`,
    "github.com/acme/a.b-c_d/releases/v1.0",
    "github.com/acme/a.b-c_d/archive/v1.0",
    "github.com/acme/a.b-c_d/archive/v1.0.rar",
    "github.com/acme/a.b-c_d/issues",
    "github.com/acme",
    "github.com/acme/none",
    "npmjs.com/one-1_a",
    "npmjs.com/package/One-1_a",
    "npmjs.com/package/one-1_a/1.0",
    "gitlab.com/acme/group.x/tool-1/-/tree",
    "gitlab.com/acme/é",
    "bitbucket.org/acme/a",
  ])("at %s is none", (place) => {
    expect(tagOf(`https://${place}`)).toBeUndefined();
  });
});

describe("documentation: what an item gets from its archive, live notes 7.2", () => {
  const URL = "https://github.com/acme/a";
  const got = (manifest: object, more: Readonly<Record<string, string>> = {}, sentType: unknown = "custom") =>
    downloadPlugin(exchangeWith({ "github.com/acme/a": [release("v1", manifest, more)] }), URL, sentType);
  const plain = {
    plugin_type: "custom",
    name: "a",
    description: "",
    icon: null,
    config_schema: [],
    public_jobs: {},
    tag: "v1",
    latest_tag: "v1",
    files: { "plugin.json": '{"name": "a"}' },
  };

  test("are the values of its manifest, or empty ones", () => {
    expect(got({ name: "a" })).toEqual(plain);
    const whole = {
      name: "a",
      description: "é|",
      icon: "i",
      config: [{ key: "k", hidden: true, n: 1.5, none: null, list: [] }],
      publicJobs: { job: {} },
      stateless: false,
    };
    expect(got(whole, {}, "repository")).toEqual({
      ...plain,
      plugin_type: "repository",
      description: "é|",
      icon: "i",
      config_schema: whole.config,
      public_jobs: { job: {} },
      files: {
        "plugin.json":
          '{"name": "a", "description": "\\u00e9|", "icon": "i", "config": [{"key": "k", "hidden": true, "n": 1.5, "none": null, "list": []}], "publicJobs": {"job": {}}, "stateless": false}',
      },
    });
  });

  test("is its manifest in ASCII, with a blank behind each sign", () => {
    const { files } = got({ name: "~\u007f\u0080\uffff😀", kéy: ["a, b: c", '"'] });
    expect(files?.["plugin.json"]).toBe(
      '{"name": "~\u007f\\u0080\\uffff\\ud83d\\ude00", "k\\u00e9y": ["a, b: c", "\\""]}',
    );
  });

  test.each([
    [{}, { "index.js": "js", "index.ts": "ts" }, { "index.ts": "js" }],
    [{}, { "index.ts": "ts", "other.ts": "o" }, { "index.ts": "ts" }],
    [{ main: "other.ts" }, { "index.ts": "ts", "other.ts": "o" }, { "index.ts": "o" }],
    [{ main: "none.ts" }, { "index.ts": "ts", "site.ts": "s" }, { "site.ts": "s" }],
    [{}, { "frontend.tsx": "f", "site.ts": "s", "README.md": "r" }, { "frontend.tsx": "f", "site.ts": "s" }],
    [{}, {}, {}],
  ])("are the sources that it can run: with %j, of %j, %j", (more, files, kept) => {
    const { "plugin.json": _manifest, ...sources } = got({ name: "a", ...more }, files).files ?? {};
    expect(sources).toEqual(kept);
  });

  test("is nothing if it has settings and no state, no manifest, or no archive", () => {
    const refused = (url: string | null, archives: Archives = {}): string => {
      try {
        downloadPlugin(exchangeWith(archives), url, "custom");
        return "accepted";
      } catch (error) {
        return (error as Error).message;
      }
    };
    const of = (manifest: object): Archives => ({ "github.com/acme/a": [release("v1", manifest)] });
    expect(refused(URL, of({ name: "a", stateless: true }))).toBe("accepted");
    expect(refused(URL, of({ name: "a", stateless: true, config: {} }))).toBe("accepted");
    expect(refused(URL, of({ name: "a", config: [{}] }))).toBe("accepted");
    for (const config of [[{}], { key: {} }])
      expect(refused(URL, of({ name: "a", stateless: true, config }))).toBe("Stateless plugins cannot have a config!");
    expect(refused(URL, { "github.com/acme/a": [{ tag: "v1", files: { "index.ts": "" } }] })).toBe(
      "Could not find plugin.json in the plugin",
    );
    for (const url of [null, "", URL, "a file:///x"])
      expect(refused(url)).toBe(
        "Must be the URL of a GitHub or GitLab repository, or of a npm package, that can be reached.",
      );
    for (const [folder, place] of [
      ["/a/é", "/a/é/"],
      ["/a/", "/a/"],
      ["", ""],
    ] as const)
      expect(refused(`file:${folder}`)).toBe(`Could not load plugin.json from: ${place}plugin.json`);
  });
});
