import { describeCrashes } from "./crash-table.ts";

describeCrashes("Plugin");
