import { type AnyResource, scopePartsOf } from "../../model/definition.ts";
import { hookOf } from "../../model/hook-of.ts";
import type { IdentityParts } from "../../model/identity.ts";

/** Quotas that are used up for now, by their key, and until when. */
export class Quotas {
  readonly #until = new Map<string, number>();
  readonly #nowMs: () => number;

  /** @param nowMs - the service's time, as far as it is known */
  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  /** Records that none is left until a time. A later known time stays. */
  usedUp(key: string, untilMs: number): void {
    this.#until.set(key, Math.max(untilMs, this.#until.get(key) ?? 0));
  }

  /** Records a refusal that asks to wait. Returns the time until which nothing is sent. */
  refused(key: string, waitMs: number): string {
    // On a whole second, which is how long the service asks to wait.
    this.usedUp(key, Math.ceil((this.#nowMs() + waitMs) / 1000) * 1000);
    return new Date(this.#until.get(key) ?? 0).toISOString();
  }

  /** The time, RFC 3339, until which nothing is sent; undefined if something can be sent. */
  until(key: string): string | undefined {
    const untilMs = this.#until.get(key) ?? 0;
    return untilMs > this.#nowMs() ? new Date(untilMs).toISOString() : undefined;
  }

  /** Whether a time is still to come. */
  isAhead(time: string): boolean {
    return Date.parse(time) > this.#nowMs();
  }
}

/** A text for a quota: one for each list of the resources that share it. */
export function quotaKey(definition: AnyResource, at: IdentityParts): string {
  return JSON.stringify([
    hookOf(definition, "quota")?.name ?? "",
    ...scopePartsOf(definition).map((part) => at[part] ?? ""),
  ]);
}
