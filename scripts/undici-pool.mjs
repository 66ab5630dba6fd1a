// Replaces `undici` in a bundled provider: only the two classes that the transport uses, without the other eighty
// files.
export { default as Pool } from "../node_modules/undici/lib/dispatcher/pool.js";
export { default as ProxyAgent } from "../node_modules/undici/lib/dispatcher/proxy-agent.js";
