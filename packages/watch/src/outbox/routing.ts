import type { Route, WatchFile } from "../file/watch-schema.ts";
import type { Delivery } from "../store/watch-store.ts";
import type { WatchEvent } from "./message.ts";

/** Labels of an organization by name. */
export type Labels = Readonly<Record<string, string>>;

/** The parts of a watch file that decide where events go. */
type Routing = Pick<WatchFile, "channels" | "routes">;

/**
 * Where events go. Events without a notification go only to issues, which show the current findings instead of events.
 *
 * @returns each pair of event and channel once
 */
export function deliveriesOf(events: readonly WatchEvent[], labels: Labels, file: Routing): Delivery[] {
  return events.flatMap((event) =>
    Object.entries(file.channels).flatMap(([channel, { type }]) => {
      const isTold = event.quiet === undefined || type === "github-issue";
      const isWanted = routesTo(channel, file).some((route) => takes(route, event, labels));
      return isTold && isWanted ? [{ event: event.id, channel }] : [];
    }),
  );
}

/** Routes to a channel; if the file has none, one route for all events. */
export function routesTo(channel: string, { channels, routes }: Routing): readonly Route[] {
  return routes?.filter(({ to }) => to.includes(channel)) ?? [{ to: Object.keys(channels) }];
}

function takes(route: Route, { event, subject }: WatchEvent, labels: Labels): boolean {
  const kind = subject.type === "gap" ? undefined : subject.kind;
  return (
    isAmong(route.events, event) &&
    isAmong(route.severities, subject.severity) &&
    (kind === undefined || isAmong(route.kinds, kind)) &&
    (subject.resource === undefined || isAmong(route.resources, subject.resource)) &&
    Object.entries(route.labels ?? {}).every(([name, value]) => labels[name] === value)
  );
}

const isAmong = <T>(wanted: readonly T[] | undefined, found: T): boolean => wanted?.includes(found) ?? true;
