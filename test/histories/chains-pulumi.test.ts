import { describeChains } from "./describe-chains.ts";

describeChains((engine) => engine.startsWith("pulumi"));
