import { describeHistories } from "./describe-histories.ts";

describeHistories("2025-08");
