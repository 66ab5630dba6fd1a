import { describeHistories } from "../describe-histories.ts";

describeHistories("documented");
