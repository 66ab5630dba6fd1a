import { describeCrashes } from "./crash-table.ts";

describeCrashes(3, 4);
