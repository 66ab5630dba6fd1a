import { raiseWasmBudget } from "../../../app/wasm-budget.ts";
import { Provider, type ProviderOptions } from "./provider.ts";

/** Makes the provider of a process that serves an engine. Whoever imports this has loaded all of it. */
export function loadProvider(options: ProviderOptions): Provider {
  raiseWasmBudget();
  return new Provider(options);
}
