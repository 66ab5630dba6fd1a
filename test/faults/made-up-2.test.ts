// Runs alone: what it imports replaces the registries.
// oxlint-disable-next-line import/no-unassigned-import -- it puts the made-up noun into the registries
import "../support/boxes/registries.ts";
import { describeMadeUpCrashes } from "./crash-table.ts";

describeMadeUpCrashes(1);
