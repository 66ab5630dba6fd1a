import type { Stage } from "../stage.ts";

/** Actions of the first recording with pipeline items, in rows that it lacks. */
export async function keepPlugins(stage: Stage, step: number): Promise<void> {
  const path = `/api/organizations/${stage.firstId}/`;
  const create = async (recorded: number, family: string): Promise<void> => {
    const body = { plugin_type: "source", name: `Src ${family}`, description: "d" };
    const { id } = await stage.call("POST", `${path}${family}/`, body);
    stage.identities.bind(recorded, Number(id), "plugin");
  };
  const id = (recorded: number): string => String(stage.identities.get(recorded, "plugin"));
  if (step === 117) await create(1, "plugins");
  if (step === 134) {
    await stage.call("PATCH", `${path}plugins/${id(1)}/`, { name: "m", description: "dd", is_global: true });
  }
  if (step === 137) await create(2, "pipeline_destinations");
  if (step === 194) await stage.call("PATCH", `${path}pipeline_frontend_apps/${id(4)}/`, { name: "m" });
  if (step === 345) {
    const files = { "index.ts": "export function processEvent(e){return e}", "plugin.json": '{"name":"x"}' };
    await stage.call("PATCH", `${path}plugins/${id(6)}/update_source/`, files);
  }
}
