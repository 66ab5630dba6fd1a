import { raiseWasmBudget } from "../../../app/wasm-budget.ts";
import { Provider, type ProviderOptions } from "./provider.ts";

/** Creates the provider of a process that serves an engine. Importing this module loads all of it. */
export function loadProvider(options: ProviderOptions): Provider {
  raiseWasmBudget();
  return new Provider(options);
}
