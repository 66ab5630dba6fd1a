// Runs alone: it is a quarter of a long table.
import { describeCrashes } from "./crash-table.ts";

describeCrashes(2, 4);
