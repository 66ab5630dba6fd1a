import type { Values } from "../../../src/model/json-value.ts";
import type { FunctionWorld } from "./function-world.ts";
import type { Departure, FunctionRow } from "./row.ts";
import type { Seeded } from "./seeded.ts";

const all = ({ organizationId }: Seeded) => ({ organizationId });
const one = ({ organizationId, items }: Seeded) => ({ organizationId, itemId: items.plugins });

/** The same of each family, about an item that shows in it. */
const ofEachFamily = (args: Values = {}) => ({
  others: ({ organizationId, items }: Seeded) =>
    Object.entries(items).map(([family, itemId]) => ({ organizationId, family, itemId, ...args })),
});
const allOfEachFamily = {
  others: ({ organizationId, items }: Seeded) => Object.keys(items).map((family) => ({ organizationId, family })),
};

/** The first item, as the service stores it. */
function stored({ sandbox, seeded }: FunctionWorld): Values {
  const items = sandbox.control.call("GET", "plugins") as Values[];
  return items.find((item) => String(item["number"]) === seeded.items.plugins) ?? {};
}

const FILES = { "index.ts": "export function processEvent(event) { return event }" };

const nothingShown = (absent: readonly string[]): Departure => ({
  because: "the contract shows no answer",
  gives: () => ({}),
  absent,
});
const nothingListed: Departure = { because: "the contract shows no answer", gives: () => [] };
const inBoth = (departure: Departure) => ({ documented: departure, live: departure });

export const PIPELINE_ROWS: Readonly<Record<string, FunctionRow>> = {
  checkPluginForUpdates: {
    args: one,
    ...ofEachFamily(),
    gives: () => ({ name: "One of plugins", latestTag: "v2" }),
    absent: ["tag"],
    effect: { look: (world) => stored(world)["latest_tag"], after: () => "v2" },
  },
  upgradePlugin: {
    args: one,
    ...ofEachFamily(),
    gives: () => ({ name: "Greeter", tag: "v2", latestTag: "v2" }),
    effect: { look: (world) => stored(world)["tag"], after: () => "v2" },
  },
  getPluginSource: {
    args: one,
    ...ofEachFamily(),
    gives: () => ({ files: {} }),
    departs: { documented: nothingShown(["files"]) },
  },
  updatePluginSource: {
    args: (seeded) => ({ ...one(seeded), files: FILES, remove: ["old.ts"] }),
    ...ofEachFamily({ files: FILES }),
    gives: () => ({ files: FILES }),
    departs: { documented: nothingShown(["files"]) },
    effect: { look: (world) => stored(world)["files"], after: () => FILES },
  },
  listPluginActivity: {
    args: all,
    ...allOfEachFamily,
    gives: () => [{ activity: "installed", scope: "Plugin", detail: { name: "Written here" } }],
    departs: { documented: nothingListed },
  },
  listPluginRepository: {
    args: all,
    ...allOfEachFamily,
    gives: () => [{ entry: { name: "Greeter", url: "https://github.com/acme/greeter" } }],
    departs: { documented: nothingListed },
  },
  listUnsubscribeConfigs: {
    args: all,
    ...allOfEachFamily,
    gives: () => [],
    departs: inBoth({ because: "nothing exports unsubscribes where no item runs", gives: () => [] }),
  },
  listUnusedPlugins: {
    args: all,
    ...allOfEachFamily,
    gives: ({ items }) => [...Object.values(items), "6"].map((itemId) => ({ itemId })),
    departs: { documented: nothingListed },
  },
};
