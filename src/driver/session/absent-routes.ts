import { isAbsentRoute } from "../../client/errors.ts";
import type { Served } from "../../model/call-context.ts";

/**
 * The routes that the service said it does not have, by the names that definitions give them.
 *
 * Learnt from answers to requests that are made anyway, and remembered for the process: a service of another time has other
 * routes, and nobody tells which one it is.
 */
export class AbsentRoutes {
  readonly #answers = new Map<string, Error>();

  /** What a request to the route gives; undefined when the service has no such route, from then on without a request. */
  async served<T>(route: string, ask: () => Promise<T>): Promise<Served<T> | undefined> {
    if (this.#answers.has(route)) return undefined;
    try {
      return { answer: await ask() };
    } catch (error) {
      if (!isAbsentRoute(error)) throw error;
      this.#answers.set(route, error);
      return undefined;
    }
  }

  /** The service's own word that it has no such route, once it was asked. */
  wordOn(route: string): Error | undefined {
    return this.#answers.get(route);
  }
}
