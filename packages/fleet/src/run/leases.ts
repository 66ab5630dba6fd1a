import { type Ledger, startLedger } from "../budget/ledger-server.ts";
import type { BudgetLimits } from "../budget/limits.ts";
import type { FleetOrganization } from "../expansion/expand.ts";
import type { FleetEngine } from "../fleet-engine.ts";
import { SharedProviders } from "../providers/shared-providers.ts";
import type { RunRecord } from "../record/run-record.ts";
import type { Lease } from "./organization-run.ts";

/** What organizations' leases are made from. */
export interface LeaseOptions {
  /** The run's share of the limits, above 0 and up to 1. */
  readonly share: number;
  readonly limits: BudgetLimits;
  readonly engines: readonly FleetEngine[];
  /** Starts the provider process that organizations share; without it each engine starts its own. */
  readonly providerCommand?: readonly [string, ...string[]] | undefined;
}

/** Leases each organization a share of the rate budget and a place in the shared provider process during its run. */
export class Leases {
  readonly #ledger: Ledger;
  readonly #providers: SharedProviders | undefined;

  private constructor(ledger: Ledger, providers: SharedProviders | undefined) {
    this.#ledger = ledger;
    this.#providers = providers;
  }

  static async open(record: RunRecord, { providerCommand, engines, ...budget }: LeaseOptions): Promise<Leases> {
    const ledger = await startLedger({ ...budget, common: record.counts() });
    return new Leases(ledger, providerCommand && new SharedProviders({ command: providerCommand, engines }));
  }

  /**
   * @param environment - the engine's variables so far, including the API key
   * @param folder - the fleet's data about the organization's stack
   */
  async take(
    organization: FleetOrganization,
    environment: Readonly<Record<string, string>>,
    folder: string,
  ): Promise<Lease> {
    const { name, sharesProvider, engine } = organization;
    const before = this.#ledger.callsOf(name);
    const budget = this.#ledger.environmentFor(name);
    const providers = sharesProvider ? this.#providers : undefined;
    const variables = await providers?.open({
      engine: engine.provider,
      name,
      folder: organization.folder,
      environment: { ...environment, ...budget, ...engine.providerEnvironment(folder) },
    });
    return {
      environment: { ...budget, ...variables },
      calls: () => this.#ledger.callsOf(name) - before,
      giveBack: async () => {
        await providers?.close(name);
      },
    };
  }

  async close(): Promise<void> {
    await this.#providers?.end();
    await this.#ledger.close();
  }
}
