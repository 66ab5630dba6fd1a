import { describeCrashes } from "./crash-table.ts";

describeCrashes(0, 4);
