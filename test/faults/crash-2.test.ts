import { describeCrashes } from "./crash-table.ts";

describeCrashes(1, 4);
