import { isAbsentRoute } from "../../client/errors.ts";
import type { Served } from "../../model/call-context.ts";

/**
 * The routes that the service reported as absent, by their names in definitions.
 *
 * Learned from responses to requests that are sent anyway, and remembered for the process: a service of another age has
 * other routes, and nothing else shows its age.
 */
export class AbsentRoutes {
  readonly #answers = new Map<string, Error>();

  /** The response of the route; undefined if the service has no such route, from then on without a request. */
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
