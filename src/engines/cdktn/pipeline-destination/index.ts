// Written by `npm run gen` with the generator of cdktn; do not edit.
// generated from terraform resource schema

import { Construct } from 'constructs';
import * as cdktn from 'cdktn';

// Configuration

export interface PipelineDestinationConfig extends cdktn.TerraformMetaArguments {
  /**
  * Id (UUID) of the organization; by default the one of the provider's configuration.
  */
  readonly organizationId?: string;
  /**
  * Name of the item, 1 to 200 characters.
  */
  readonly name: string;
  /**
  * Where the code is kept: "source" in the service, "custom" or "repository" at `url`, "local" in a folder of the service; by default "custom" with a `url`, "source" without.
  */
  readonly pluginType?: string;
  /**
  * Address of a GitHub or GitLab repository or an npm package that holds the code, at most 800 characters, unique in the service.
  */
  readonly url?: string;
  /**
  * What the item does.
  */
  readonly description?: string;
  /**
  * Address of the item's icon, at most 800 characters.
  */
  readonly icon?: string;
  /**
  * Settings that the code takes, as JSON text: a list of objects with `key`, `name`, `type` and more, or an object.
  */
  readonly configSchema?: string;
  /**
  * Version or commit of the code, at most 200 characters.
  */
  readonly tag?: string;
  /**
  * Whether every organization of the service has the item; needs a `plugins_access_level` of 9.
  */
  readonly isGlobal?: boolean | cdktn.IResolvable;
  /**
  * What the code can do, here `methods` with "onEvent" or "composeWebhook"; decides in which families the item shows. Leave it out where the service finds it out by itself.
  */
  readonly capabilities?: PipelineDestinationCapabilities;
  /**
  * Metrics that the code reports, as JSON text.
  */
  readonly metrics?: string;
  /**
  * Jobs that people can start by hand, as JSON text.
  */
  readonly publicJobs?: string;
  /**
  * Source files by name, such as `index.ts` and `plugin.json`; only files that differ are sent. Needs a key without scopes.
  */
  readonly source?: { [key: string]: string };
  /**
  * Adopts this existing object on create, named by its id or natural key, and changes it to what is declared; of no effect afterwards.
  */
  readonly adopt?: string;
}
export interface PipelineDestinationCapabilities {
  readonly methods?: string[];
  readonly scheduledTasks?: string[];
  readonly jobs?: string[];
}

export function pipelineDestinationCapabilitiesToTerraform(struct?: PipelineDestinationCapabilities | cdktn.IResolvable): any {
  if (!cdktn.canInspect(struct) || cdktn.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktn.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdktn.io/docs/concepts/resources#references");
  }
  return {
    methods: cdktn.listMapper(cdktn.stringToTerraform, false)(struct!.methods),
    scheduled_tasks: cdktn.listMapper(cdktn.stringToTerraform, false)(struct!.scheduledTasks),
    jobs: cdktn.listMapper(cdktn.stringToTerraform, false)(struct!.jobs),
  }
}


export function pipelineDestinationCapabilitiesToHclTerraform(struct?: PipelineDestinationCapabilities | cdktn.IResolvable): any {
  if (!cdktn.canInspect(struct) || cdktn.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktn.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdktn.io/docs/concepts/resources#references");
  }
  const attrs = {
    methods: {
      value: cdktn.listMapperHcl(cdktn.stringToHclTerraform, false)(struct!.methods),
      isBlock: false,
      type: "list",
      storageClassType: "stringList",
    },
    scheduled_tasks: {
      value: cdktn.listMapperHcl(cdktn.stringToHclTerraform, false)(struct!.scheduledTasks),
      isBlock: false,
      type: "list",
      storageClassType: "stringList",
    },
    jobs: {
      value: cdktn.listMapperHcl(cdktn.stringToHclTerraform, false)(struct!.jobs),
      isBlock: false,
      type: "list",
      storageClassType: "stringList",
    },
  };

  // remove undefined attributes
  return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined));
}

export class PipelineDestinationCapabilitiesOutputReference extends cdktn.ComplexObject {
  private isEmptyObject = false;
  private resolvableValue?: cdktn.IResolvable;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  */
  public constructor(terraformResource: cdktn.IInterpolatingParent, terraformAttribute: string) {
    super(terraformResource, terraformAttribute, false);
  }

  public get internalValue(): PipelineDestinationCapabilities | cdktn.IResolvable | undefined {
    if (this.resolvableValue) {
      return this.resolvableValue;
    }
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    if (this._methods !== undefined) {
      hasAnyValues = true;
      internalValueResult.methods = this._methods;
    }
    if (this._scheduledTasks !== undefined) {
      hasAnyValues = true;
      internalValueResult.scheduledTasks = this._scheduledTasks;
    }
    if (this._jobs !== undefined) {
      hasAnyValues = true;
      internalValueResult.jobs = this._jobs;
    }
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: PipelineDestinationCapabilities | cdktn.IResolvable | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
      this.resolvableValue = undefined;
      this._methods = undefined;
      this._scheduledTasks = undefined;
      this._jobs = undefined;
    }
    else if (cdktn.Tokenization.isResolvable(value)) {
      this.isEmptyObject = false;
      this.resolvableValue = value;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
      this.resolvableValue = undefined;
      this._methods = value.methods;
      this._scheduledTasks = value.scheduledTasks;
      this._jobs = value.jobs;
    }
  }

  // methods - computed: false, optional: true, required: false
  private _methods?: string[]; 
  public get methods() {
    return this.getListAttribute('methods');
  }
  public set methods(value: string[]) {
    this._methods = value;
  }
  public resetMethods() {
    this._methods = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get methodsInput() {
    return this._methods;
  }

  // scheduled_tasks - computed: false, optional: true, required: false
  private _scheduledTasks?: string[]; 
  public get scheduledTasks() {
    return this.getListAttribute('scheduled_tasks');
  }
  public set scheduledTasks(value: string[]) {
    this._scheduledTasks = value;
  }
  public resetScheduledTasks() {
    this._scheduledTasks = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get scheduledTasksInput() {
    return this._scheduledTasks;
  }

  // jobs - computed: false, optional: true, required: false
  private _jobs?: string[]; 
  public get jobs() {
    return this.getListAttribute('jobs');
  }
  public set jobs(value: string[]) {
    this._jobs = value;
  }
  public resetJobs() {
    this._jobs = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get jobsInput() {
    return this._jobs;
  }
}

/**
* A pipeline item that sends events elsewhere when they come in.
*/
export class PipelineDestination extends cdktn.TerraformResource {

  // =================
  // STATIC PROPERTIES
  // =================
  public static readonly tfResourceType = "orgform_pipeline_destination";

  // ==============
  // STATIC Methods
  // ==============
  /**
  * Generates CDKTN code for importing a PipelineDestination resource upon running "cdktn plan <stack-name>"
  * @param scope The scope in which to define this construct
  * @param importToId The construct id used in the generated config for the PipelineDestination to import
  * @param importFromId The id of the existing PipelineDestination that should be imported. Refer to the import section in the documentation of this resource for the id to use
  * @param provider? Optional instance of the provider where the PipelineDestination to import is found
  */
  public static generateConfigForImport(scope: Construct, importToId: string, importFromId: string, provider?: cdktn.TerraformProvider) {
        return new cdktn.ImportableResource(scope, importToId, { terraformResourceType: "orgform_pipeline_destination", importId: importFromId, provider });
      }

  // ===========
  // INITIALIZER
  // ===========

  /**
  * Create a new orgform_pipeline_destination Resource
  *
  * @param scope The scope in which to define this construct
  * @param id The scoped construct ID. Must be unique amongst siblings in the same scope
  * @param options PipelineDestinationConfig
  */
  public constructor(scope: Construct, id: string, config: PipelineDestinationConfig) {
    super(scope, id, {
      terraformResourceType: 'orgform_pipeline_destination',
      terraformGeneratorMetadata: {
        providerName: 'orgform'
      },
      provider: config.provider,
      dependsOn: config.dependsOn,
      count: config.count,
      lifecycle: config.lifecycle,
      provisioners: config.provisioners,
      connection: config.connection,
      forEach: config.forEach
    });
    this._organizationId = config.organizationId;
    this._name = config.name;
    this._pluginType = config.pluginType;
    this._url = config.url;
    this._description = config.description;
    this._icon = config.icon;
    this._configSchema = config.configSchema;
    this._tag = config.tag;
    this._isGlobal = config.isGlobal;
    this._capabilities.internalValue = config.capabilities;
    this._metrics = config.metrics;
    this._publicJobs = config.publicJobs;
    this._source = config.source;
    this._adopt = config.adopt;
  }

  // ==========
  // ATTRIBUTES
  // ==========

  // id - computed: true, optional: false, required: false
  public get id() {
    return this.getStringAttribute('id');
  }

  // organization_id - computed: true, optional: true, required: false
  private _organizationId?: string; 
  public get organizationId() {
    return this.getStringAttribute('organization_id');
  }
  public set organizationId(value: string) {
    this._organizationId = value;
  }
  public resetOrganizationId() {
    this._organizationId = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get organizationIdInput() {
    return this._organizationId;
  }

  // name - computed: false, optional: false, required: true
  private _name?: string; 
  public get name() {
    return this.getStringAttribute('name');
  }
  public set name(value: string) {
    this._name = value;
  }
  // Temporarily expose input value. Use with caution.
  public get nameInput() {
    return this._name;
  }

  // plugin_type - computed: true, optional: true, required: false
  private _pluginType?: string; 
  public get pluginType() {
    return this.getStringAttribute('plugin_type');
  }
  public set pluginType(value: string) {
    this._pluginType = value;
  }
  public resetPluginType() {
    this._pluginType = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get pluginTypeInput() {
    return this._pluginType;
  }

  // url - computed: true, optional: true, required: false
  private _url?: string; 
  public get url() {
    return this.getStringAttribute('url');
  }
  public set url(value: string) {
    this._url = value;
  }
  public resetUrl() {
    this._url = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get urlInput() {
    return this._url;
  }

  // description - computed: false, optional: true, required: false
  private _description?: string; 
  public get description() {
    return this.getStringAttribute('description');
  }
  public set description(value: string) {
    this._description = value;
  }
  public resetDescription() {
    this._description = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get descriptionInput() {
    return this._description;
  }

  // icon - computed: false, optional: true, required: false
  private _icon?: string; 
  public get icon() {
    return this.getStringAttribute('icon');
  }
  public set icon(value: string) {
    this._icon = value;
  }
  public resetIcon() {
    this._icon = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get iconInput() {
    return this._icon;
  }

  // config_schema - computed: false, optional: true, required: false
  private _configSchema?: string; 
  public get configSchema() {
    return this.getStringAttribute('config_schema');
  }
  public set configSchema(value: string) {
    this._configSchema = value;
  }
  public resetConfigSchema() {
    this._configSchema = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get configSchemaInput() {
    return this._configSchema;
  }

  // tag - computed: false, optional: true, required: false
  private _tag?: string; 
  public get tag() {
    return this.getStringAttribute('tag');
  }
  public set tag(value: string) {
    this._tag = value;
  }
  public resetTag() {
    this._tag = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get tagInput() {
    return this._tag;
  }

  // is_global - computed: false, optional: true, required: false
  private _isGlobal?: boolean | cdktn.IResolvable; 
  public get isGlobal() {
    return this.getBooleanAttribute('is_global');
  }
  public set isGlobal(value: boolean | cdktn.IResolvable) {
    this._isGlobal = value;
  }
  public resetIsGlobal() {
    this._isGlobal = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get isGlobalInput() {
    return this._isGlobal;
  }

  // capabilities - computed: false, optional: true, required: false
  private _capabilities = new PipelineDestinationCapabilitiesOutputReference(this, "capabilities");
  public get capabilities() {
    return this._capabilities;
  }
  public putCapabilities(value: PipelineDestinationCapabilities) {
    this._capabilities.internalValue = value;
  }
  public resetCapabilities() {
    this._capabilities.internalValue = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get capabilitiesInput() {
    return this._capabilities.internalValue;
  }

  // metrics - computed: false, optional: true, required: false
  private _metrics?: string; 
  public get metrics() {
    return this.getStringAttribute('metrics');
  }
  public set metrics(value: string) {
    this._metrics = value;
  }
  public resetMetrics() {
    this._metrics = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get metricsInput() {
    return this._metrics;
  }

  // public_jobs - computed: false, optional: true, required: false
  private _publicJobs?: string; 
  public get publicJobs() {
    return this.getStringAttribute('public_jobs');
  }
  public set publicJobs(value: string) {
    this._publicJobs = value;
  }
  public resetPublicJobs() {
    this._publicJobs = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get publicJobsInput() {
    return this._publicJobs;
  }

  // source - computed: false, optional: true, required: false
  private _source?: { [key: string]: string }; 
  public get source() {
    return this.getStringMapAttribute('source');
  }
  public set source(value: { [key: string]: string }) {
    this._source = value;
  }
  public resetSource() {
    this._source = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get sourceInput() {
    return this._source;
  }

  // adopt - computed: true, optional: true, required: false
  private _adopt?: string; 
  public get adopt() {
    return this.getStringAttribute('adopt');
  }
  public set adopt(value: string) {
    this._adopt = value;
  }
  public resetAdopt() {
    this._adopt = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get adoptInput() {
    return this._adopt;
  }

  // item_id - computed: true, optional: false, required: false
  public get itemId() {
    return this.getStringAttribute('item_id');
  }

  // =========
  // SYNTHESIS
  // =========

  protected synthesizeAttributes(): { [name: string]: any } {
    return {
      organization_id: cdktn.stringToTerraform(this._organizationId),
      name: cdktn.stringToTerraform(this._name),
      plugin_type: cdktn.stringToTerraform(this._pluginType),
      url: cdktn.stringToTerraform(this._url),
      description: cdktn.stringToTerraform(this._description),
      icon: cdktn.stringToTerraform(this._icon),
      config_schema: cdktn.stringToTerraform(this._configSchema),
      tag: cdktn.stringToTerraform(this._tag),
      is_global: cdktn.booleanToTerraform(this._isGlobal),
      capabilities: pipelineDestinationCapabilitiesToTerraform(this._capabilities.internalValue),
      metrics: cdktn.stringToTerraform(this._metrics),
      public_jobs: cdktn.stringToTerraform(this._publicJobs),
      source: cdktn.hashMapper(cdktn.stringToTerraform)(this._source),
      adopt: cdktn.stringToTerraform(this._adopt),
    };
  }

  protected synthesizeHclAttributes(): { [name: string]: any } {
    const attrs = {
      organization_id: {
        value: cdktn.stringToHclTerraform(this._organizationId),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      name: {
        value: cdktn.stringToHclTerraform(this._name),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      plugin_type: {
        value: cdktn.stringToHclTerraform(this._pluginType),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      url: {
        value: cdktn.stringToHclTerraform(this._url),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      description: {
        value: cdktn.stringToHclTerraform(this._description),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      icon: {
        value: cdktn.stringToHclTerraform(this._icon),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      config_schema: {
        value: cdktn.stringToHclTerraform(this._configSchema),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      tag: {
        value: cdktn.stringToHclTerraform(this._tag),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      is_global: {
        value: cdktn.booleanToHclTerraform(this._isGlobal),
        isBlock: false,
        type: "simple",
        storageClassType: "boolean",
      },
      capabilities: {
        value: pipelineDestinationCapabilitiesToHclTerraform(this._capabilities.internalValue),
        isBlock: true,
        type: "struct",
        storageClassType: "PipelineDestinationCapabilities",
      },
      metrics: {
        value: cdktn.stringToHclTerraform(this._metrics),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      public_jobs: {
        value: cdktn.stringToHclTerraform(this._publicJobs),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      source: {
        value: cdktn.hashMapperHcl(cdktn.stringToHclTerraform)(this._source),
        isBlock: false,
        type: "map",
        storageClassType: "stringMap",
      },
      adopt: {
        value: cdktn.stringToHclTerraform(this._adopt),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
    };

    // remove undefined attributes
    return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined ))
  }
}
