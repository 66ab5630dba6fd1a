import { describeCrashes } from "./crash-table.ts";

describeCrashes(2, 4);
