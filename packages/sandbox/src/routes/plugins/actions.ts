import type { Answer, Exchange } from "../../pipeline/exchange.ts";
import { pluginToInstall } from "./access.ts";
import { downloadPlugin, releaseAt, unreachable } from "./archives.ts";
import { readCatalogue } from "./catalogue.ts";
import { pluginsOf, showPlugin } from "./rows.ts";
import type { PluginView } from "./views.ts";
import { answerPlugin } from "./write.ts";

/** `GET <family>/:id/check_for_updates/`: stores the result. @source live notes 7.2; flow 8:19 for an item without url */
export function checkForUpdates(exchange: Exchange<"id">, view: PluginView): Answer {
  const row = pluginToInstall(exchange, view, "installation");
  const release = row.url === null ? undefined : releaseAt(exchange.world, row.url);
  if (release === undefined) throw unreachable(exchange);
  const checked = pluginsOf(exchange.world).put({ ...row, latest_tag: release.tag });
  return { status: 200, headers: {}, body: { plugin: showPlugin(exchange.world, checked) } };
}

/**
 * `POST <family>/:id/upgrade/`; an item whose source is stored stays unchanged. @source live notes 7.2; live service
 * 2025-08, flow 8:20
 */
export function upgradePlugin(exchange: Exchange<"id">, view: PluginView): Answer {
  const row = pluginToInstall(exchange, view, "upgrading");
  if (row.plugin_type === "source" || row.plugin_type === "local") return answerPlugin(exchange, row);
  const found = downloadPlugin(exchange, row.url, null);
  const files = { ...withoutArchived(row.files), ...found.files };
  return answerPlugin(exchange, pluginsOf(exchange.world).put({ ...row, ...found, files }));
}

/** Files without those that an archive replaces or removes. @source live notes 7.2 */
function withoutArchived(files: Readonly<Record<string, string | null>>): Record<string, string | null> {
  const archived = ["plugin.json", "index.ts", "frontend.tsx", "site.ts"];
  return Object.fromEntries(Object.entries(files).filter(([name]) => !archived.includes(name)));
}

/**
 * `GET <family>/unused/`: all items of the service, whoever owns them, because nothing here uses one.
 * @source live service 2025-08, flow 8:364; live notes 7.2
 */
export function listUnused(exchange: Exchange): Answer {
  const body = pluginsOf(exchange.world)
    .all()
    .map((row) => row.number);
  return { status: 200, headers: {}, body };
}

/** `GET <family>/exports_unsubscribe_configs/`: no operation creates such a configuration. @source flow 8:25 */
export function listUnsubscribeConfigs(): Answer {
  return { status: 200, headers: {}, body: [] };
}

/** `GET <family>/repository/`: a list that the service fetches from elsewhere. @source live notes 7.2; flow 8:26 */
export function listRepository(exchange: Exchange): Answer {
  const body = readCatalogue(exchange.world);
  if (body === undefined) throw unreachable(exchange);
  return { status: 200, headers: {}, body };
}
