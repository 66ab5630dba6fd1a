import { systemClock } from "../../app/clock.ts";
import { Sessions } from "../../app/sessions.ts";
import type { Settings } from "../../app/settings.ts";

/** Number of organizations that share one set of sessions: what they have read is kept as long. */
const MOST = 50;

/** How long sessions are shared, milliseconds: a list that all organizations share is as old at most. */
const MOST_MS = 300_000;

interface Shared {
  readonly sessions: Sessions;
  readonly sinceMs: number;
  readonly names: Set<string>;
  users: number;
}

/**
 * Sessions that checks of several organizations share, so the list of organizations is read once for many of them. No
 * organization is looked at twice with the same ones: a look never finds what an earlier look has read.
 */
export class SharedSessions {
  readonly #nowMs: () => number;
  readonly #budgets = new Map<string, string | undefined>();
  #current: Shared | undefined;

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  /**
   * Settings with which an organization shares a session: those of one key are the same but for the address of the ledger, so all
   * count under the name of the first.
   */
  settingsFor(settings: Settings): Settings {
    const key = JSON.stringify({ ...settings, budget: undefined });
    if (!this.#budgets.has(key)) this.#budgets.set(key, settings.budget);
    return { ...settings, budget: this.#budgets.get(key) };
  }

  /** Does something with sessions that no other look at the organization had. */
  async use<T>(name: string, act: (sessions: Sessions) => Promise<T>): Promise<T> {
    const shared = this.#sharedFor(name);
    shared.names.add(name);
    shared.users += 1;
    try {
      return await act(shared.sessions);
    } finally {
      shared.users -= 1;
      if (shared !== this.#current && shared.users === 0) await shared.sessions.close();
    }
  }

  /** Closes sessions that are no longer in use. */
  async close(): Promise<void> {
    const last = this.#current;
    this.#current = undefined;
    if (last?.users === 0) await last.sessions.close();
  }

  #sharedFor(name: string): Shared {
    const nowMs = this.#nowMs();
    const found = this.#current;
    const isFit =
      found !== undefined && !found.names.has(name) && found.names.size < MOST && nowMs - found.sinceMs < MOST_MS;
    if (isFit) return found;
    this.#current = { sessions: new Sessions(systemClock), sinceMs: nowMs, names: new Set(), users: 0 };
    // Its last user closes it otherwise.
    if (found?.users === 0) void found.sessions.close();
    return this.#current;
  }
}
