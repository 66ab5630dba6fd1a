import { describeHistories } from "./describe-histories.ts";

describeHistories("2026-09");
