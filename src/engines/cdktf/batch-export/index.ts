// Written by `npm run gen` with the generator of cdktf; do not edit.
// generated from terraform resource schema

import { Construct } from 'constructs';
import * as cdktf from 'cdktf';

// Configuration

export interface BatchExportConfig extends cdktf.TerraformMetaArguments {
  /**
  * Id (UUID) of the organization; by default the one of the provider's configuration.
  */
  readonly organizationId?: string;
  /**
  * Number of the project whose data is exported, as text, like the `project_id` of a Project; by default the current project of the key's user.
  */
  readonly projectId?: string;
  /**
  * Name of the export, at least 1 character, not unique.
  */
  readonly name: string;
  /**
  * What is exported: "events", "persons" or, where the service has it, "sessions"; the service's default is "events".
  */
  readonly model?: string;
  /**
  * Where to: the type, its settings, and settings that Orgform does not know by the service's names.
  */
  readonly destination: BatchExportDestination;
  /**
  * What opens the destination; which of these it needs depends on its type.
  */
  readonly credentials?: BatchExportCredentials;
  /**
  * How often: "hour", "day", "week", or "every 5 minutes" where the service allows it.
  */
  readonly interval: string;
  /**
  * Whether the export stands still. Default false.
  */
  readonly paused?: boolean | cdktf.IResolvable;
  /**
  * No run before this time.
  */
  readonly startAt?: string;
  /**
  * No run after this time.
  */
  readonly endAt?: string;
  /**
  * Any text; another one sends all credentials once more, for instance after an import.
  */
  readonly rotate?: string;
  /**
  * Lets create make a second export of the same name in a project. Default false.
  */
  readonly allowDuplicateName?: boolean | cdktf.IResolvable;
  /**
  * Adopts this existing object on create, named by its id or natural key, and changes it to what is declared; of no effect afterwards.
  */
  readonly adopt?: string;
  /**
  * In place of credentials, without a trace in plan and state; needs Terraform or OpenTofu 1.11. What opens the destination; which of these it needs depends on its type.
  */
  readonly credentialsWo?: BatchExportCredentialsWo;
  /**
  * Belongs to credentials_wo: raise it to have the value sent again.
  */
  readonly credentialsWoVersion?: number;
}
export interface BatchExportDestinationConfig {
  readonly bucketName?: string;
  readonly region?: string;
  readonly prefix?: string;
  readonly fileFormat?: string;
  readonly compression?: string;
  readonly encryption?: string;
  readonly kmsKeyId?: string;
  readonly endpointUrl?: string;
  readonly maxFileSizeMb?: number;
  readonly useVirtualStyleAddressing?: boolean | cdktf.IResolvable;
  readonly account?: string;
  readonly database?: string;
  readonly warehouse?: string;
  readonly schema?: string;
  readonly tableName?: string;
  readonly authenticationType?: string;
  readonly role?: string;
  readonly host?: string;
  readonly port?: number;
  readonly hasSelfSignedCert?: boolean | cdktf.IResolvable;
  readonly propertiesDataType?: string;
  readonly mode?: string;
  readonly projectId?: string;
  readonly datasetId?: string;
  readonly tableId?: string;
  readonly useJsonType?: boolean | cdktf.IResolvable;
  readonly url?: string;
  readonly arg?: string;
  readonly includeEvents?: string[];
  readonly excludeEvents?: string[];
}

export function batchExportDestinationConfigToTerraform(struct?: BatchExportDestinationConfig | cdktf.IResolvable): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
    bucket_name: cdktf.stringToTerraform(struct!.bucketName),
    region: cdktf.stringToTerraform(struct!.region),
    prefix: cdktf.stringToTerraform(struct!.prefix),
    file_format: cdktf.stringToTerraform(struct!.fileFormat),
    compression: cdktf.stringToTerraform(struct!.compression),
    encryption: cdktf.stringToTerraform(struct!.encryption),
    kms_key_id: cdktf.stringToTerraform(struct!.kmsKeyId),
    endpoint_url: cdktf.stringToTerraform(struct!.endpointUrl),
    max_file_size_mb: cdktf.numberToTerraform(struct!.maxFileSizeMb),
    use_virtual_style_addressing: cdktf.booleanToTerraform(struct!.useVirtualStyleAddressing),
    account: cdktf.stringToTerraform(struct!.account),
    database: cdktf.stringToTerraform(struct!.database),
    warehouse: cdktf.stringToTerraform(struct!.warehouse),
    schema: cdktf.stringToTerraform(struct!.schema),
    table_name: cdktf.stringToTerraform(struct!.tableName),
    authentication_type: cdktf.stringToTerraform(struct!.authenticationType),
    role: cdktf.stringToTerraform(struct!.role),
    host: cdktf.stringToTerraform(struct!.host),
    port: cdktf.numberToTerraform(struct!.port),
    has_self_signed_cert: cdktf.booleanToTerraform(struct!.hasSelfSignedCert),
    properties_data_type: cdktf.stringToTerraform(struct!.propertiesDataType),
    mode: cdktf.stringToTerraform(struct!.mode),
    project_id: cdktf.stringToTerraform(struct!.projectId),
    dataset_id: cdktf.stringToTerraform(struct!.datasetId),
    table_id: cdktf.stringToTerraform(struct!.tableId),
    use_json_type: cdktf.booleanToTerraform(struct!.useJsonType),
    url: cdktf.stringToTerraform(struct!.url),
    arg: cdktf.stringToTerraform(struct!.arg),
    include_events: cdktf.listMapper(cdktf.stringToTerraform, false)(struct!.includeEvents),
    exclude_events: cdktf.listMapper(cdktf.stringToTerraform, false)(struct!.excludeEvents),
  }
}


export function batchExportDestinationConfigToHclTerraform(struct?: BatchExportDestinationConfig | cdktf.IResolvable): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
    bucket_name: {
      value: cdktf.stringToHclTerraform(struct!.bucketName),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    region: {
      value: cdktf.stringToHclTerraform(struct!.region),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    prefix: {
      value: cdktf.stringToHclTerraform(struct!.prefix),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    file_format: {
      value: cdktf.stringToHclTerraform(struct!.fileFormat),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    compression: {
      value: cdktf.stringToHclTerraform(struct!.compression),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    encryption: {
      value: cdktf.stringToHclTerraform(struct!.encryption),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    kms_key_id: {
      value: cdktf.stringToHclTerraform(struct!.kmsKeyId),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    endpoint_url: {
      value: cdktf.stringToHclTerraform(struct!.endpointUrl),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    max_file_size_mb: {
      value: cdktf.numberToHclTerraform(struct!.maxFileSizeMb),
      isBlock: false,
      type: "simple",
      storageClassType: "number",
    },
    use_virtual_style_addressing: {
      value: cdktf.booleanToHclTerraform(struct!.useVirtualStyleAddressing),
      isBlock: false,
      type: "simple",
      storageClassType: "boolean",
    },
    account: {
      value: cdktf.stringToHclTerraform(struct!.account),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    database: {
      value: cdktf.stringToHclTerraform(struct!.database),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    warehouse: {
      value: cdktf.stringToHclTerraform(struct!.warehouse),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    schema: {
      value: cdktf.stringToHclTerraform(struct!.schema),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    table_name: {
      value: cdktf.stringToHclTerraform(struct!.tableName),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    authentication_type: {
      value: cdktf.stringToHclTerraform(struct!.authenticationType),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    role: {
      value: cdktf.stringToHclTerraform(struct!.role),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    host: {
      value: cdktf.stringToHclTerraform(struct!.host),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    port: {
      value: cdktf.numberToHclTerraform(struct!.port),
      isBlock: false,
      type: "simple",
      storageClassType: "number",
    },
    has_self_signed_cert: {
      value: cdktf.booleanToHclTerraform(struct!.hasSelfSignedCert),
      isBlock: false,
      type: "simple",
      storageClassType: "boolean",
    },
    properties_data_type: {
      value: cdktf.stringToHclTerraform(struct!.propertiesDataType),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    mode: {
      value: cdktf.stringToHclTerraform(struct!.mode),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    project_id: {
      value: cdktf.stringToHclTerraform(struct!.projectId),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    dataset_id: {
      value: cdktf.stringToHclTerraform(struct!.datasetId),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    table_id: {
      value: cdktf.stringToHclTerraform(struct!.tableId),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    use_json_type: {
      value: cdktf.booleanToHclTerraform(struct!.useJsonType),
      isBlock: false,
      type: "simple",
      storageClassType: "boolean",
    },
    url: {
      value: cdktf.stringToHclTerraform(struct!.url),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    arg: {
      value: cdktf.stringToHclTerraform(struct!.arg),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    include_events: {
      value: cdktf.listMapperHcl(cdktf.stringToHclTerraform, false)(struct!.includeEvents),
      isBlock: false,
      type: "list",
      storageClassType: "stringList",
    },
    exclude_events: {
      value: cdktf.listMapperHcl(cdktf.stringToHclTerraform, false)(struct!.excludeEvents),
      isBlock: false,
      type: "list",
      storageClassType: "stringList",
    },
  };

  // remove undefined attributes
  return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined));
}

export class BatchExportDestinationConfigOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;
  private resolvableValue?: cdktf.IResolvable;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string) {
    super(terraformResource, terraformAttribute, false);
  }

  public get internalValue(): BatchExportDestinationConfig | cdktf.IResolvable | undefined {
    if (this.resolvableValue) {
      return this.resolvableValue;
    }
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    if (this._bucketName !== undefined) {
      hasAnyValues = true;
      internalValueResult.bucketName = this._bucketName;
    }
    if (this._region !== undefined) {
      hasAnyValues = true;
      internalValueResult.region = this._region;
    }
    if (this._prefix !== undefined) {
      hasAnyValues = true;
      internalValueResult.prefix = this._prefix;
    }
    if (this._fileFormat !== undefined) {
      hasAnyValues = true;
      internalValueResult.fileFormat = this._fileFormat;
    }
    if (this._compression !== undefined) {
      hasAnyValues = true;
      internalValueResult.compression = this._compression;
    }
    if (this._encryption !== undefined) {
      hasAnyValues = true;
      internalValueResult.encryption = this._encryption;
    }
    if (this._kmsKeyId !== undefined) {
      hasAnyValues = true;
      internalValueResult.kmsKeyId = this._kmsKeyId;
    }
    if (this._endpointUrl !== undefined) {
      hasAnyValues = true;
      internalValueResult.endpointUrl = this._endpointUrl;
    }
    if (this._maxFileSizeMb !== undefined) {
      hasAnyValues = true;
      internalValueResult.maxFileSizeMb = this._maxFileSizeMb;
    }
    if (this._useVirtualStyleAddressing !== undefined) {
      hasAnyValues = true;
      internalValueResult.useVirtualStyleAddressing = this._useVirtualStyleAddressing;
    }
    if (this._account !== undefined) {
      hasAnyValues = true;
      internalValueResult.account = this._account;
    }
    if (this._database !== undefined) {
      hasAnyValues = true;
      internalValueResult.database = this._database;
    }
    if (this._warehouse !== undefined) {
      hasAnyValues = true;
      internalValueResult.warehouse = this._warehouse;
    }
    if (this._schema !== undefined) {
      hasAnyValues = true;
      internalValueResult.schema = this._schema;
    }
    if (this._tableName !== undefined) {
      hasAnyValues = true;
      internalValueResult.tableName = this._tableName;
    }
    if (this._authenticationType !== undefined) {
      hasAnyValues = true;
      internalValueResult.authenticationType = this._authenticationType;
    }
    if (this._role !== undefined) {
      hasAnyValues = true;
      internalValueResult.role = this._role;
    }
    if (this._host !== undefined) {
      hasAnyValues = true;
      internalValueResult.host = this._host;
    }
    if (this._port !== undefined) {
      hasAnyValues = true;
      internalValueResult.port = this._port;
    }
    if (this._hasSelfSignedCert !== undefined) {
      hasAnyValues = true;
      internalValueResult.hasSelfSignedCert = this._hasSelfSignedCert;
    }
    if (this._propertiesDataType !== undefined) {
      hasAnyValues = true;
      internalValueResult.propertiesDataType = this._propertiesDataType;
    }
    if (this._mode !== undefined) {
      hasAnyValues = true;
      internalValueResult.mode = this._mode;
    }
    if (this._projectId !== undefined) {
      hasAnyValues = true;
      internalValueResult.projectId = this._projectId;
    }
    if (this._datasetId !== undefined) {
      hasAnyValues = true;
      internalValueResult.datasetId = this._datasetId;
    }
    if (this._tableId !== undefined) {
      hasAnyValues = true;
      internalValueResult.tableId = this._tableId;
    }
    if (this._useJsonType !== undefined) {
      hasAnyValues = true;
      internalValueResult.useJsonType = this._useJsonType;
    }
    if (this._url !== undefined) {
      hasAnyValues = true;
      internalValueResult.url = this._url;
    }
    if (this._arg !== undefined) {
      hasAnyValues = true;
      internalValueResult.arg = this._arg;
    }
    if (this._includeEvents !== undefined) {
      hasAnyValues = true;
      internalValueResult.includeEvents = this._includeEvents;
    }
    if (this._excludeEvents !== undefined) {
      hasAnyValues = true;
      internalValueResult.excludeEvents = this._excludeEvents;
    }
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: BatchExportDestinationConfig | cdktf.IResolvable | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
      this.resolvableValue = undefined;
      this._bucketName = undefined;
      this._region = undefined;
      this._prefix = undefined;
      this._fileFormat = undefined;
      this._compression = undefined;
      this._encryption = undefined;
      this._kmsKeyId = undefined;
      this._endpointUrl = undefined;
      this._maxFileSizeMb = undefined;
      this._useVirtualStyleAddressing = undefined;
      this._account = undefined;
      this._database = undefined;
      this._warehouse = undefined;
      this._schema = undefined;
      this._tableName = undefined;
      this._authenticationType = undefined;
      this._role = undefined;
      this._host = undefined;
      this._port = undefined;
      this._hasSelfSignedCert = undefined;
      this._propertiesDataType = undefined;
      this._mode = undefined;
      this._projectId = undefined;
      this._datasetId = undefined;
      this._tableId = undefined;
      this._useJsonType = undefined;
      this._url = undefined;
      this._arg = undefined;
      this._includeEvents = undefined;
      this._excludeEvents = undefined;
    }
    else if (cdktf.Tokenization.isResolvable(value)) {
      this.isEmptyObject = false;
      this.resolvableValue = value;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
      this.resolvableValue = undefined;
      this._bucketName = value.bucketName;
      this._region = value.region;
      this._prefix = value.prefix;
      this._fileFormat = value.fileFormat;
      this._compression = value.compression;
      this._encryption = value.encryption;
      this._kmsKeyId = value.kmsKeyId;
      this._endpointUrl = value.endpointUrl;
      this._maxFileSizeMb = value.maxFileSizeMb;
      this._useVirtualStyleAddressing = value.useVirtualStyleAddressing;
      this._account = value.account;
      this._database = value.database;
      this._warehouse = value.warehouse;
      this._schema = value.schema;
      this._tableName = value.tableName;
      this._authenticationType = value.authenticationType;
      this._role = value.role;
      this._host = value.host;
      this._port = value.port;
      this._hasSelfSignedCert = value.hasSelfSignedCert;
      this._propertiesDataType = value.propertiesDataType;
      this._mode = value.mode;
      this._projectId = value.projectId;
      this._datasetId = value.datasetId;
      this._tableId = value.tableId;
      this._useJsonType = value.useJsonType;
      this._url = value.url;
      this._arg = value.arg;
      this._includeEvents = value.includeEvents;
      this._excludeEvents = value.excludeEvents;
    }
  }

  // bucket_name - computed: false, optional: true, required: false
  private _bucketName?: string; 
  public get bucketName() {
    return this.getStringAttribute('bucket_name');
  }
  public set bucketName(value: string) {
    this._bucketName = value;
  }
  public resetBucketName() {
    this._bucketName = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get bucketNameInput() {
    return this._bucketName;
  }

  // region - computed: false, optional: true, required: false
  private _region?: string; 
  public get region() {
    return this.getStringAttribute('region');
  }
  public set region(value: string) {
    this._region = value;
  }
  public resetRegion() {
    this._region = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get regionInput() {
    return this._region;
  }

  // prefix - computed: false, optional: true, required: false
  private _prefix?: string; 
  public get prefix() {
    return this.getStringAttribute('prefix');
  }
  public set prefix(value: string) {
    this._prefix = value;
  }
  public resetPrefix() {
    this._prefix = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get prefixInput() {
    return this._prefix;
  }

  // file_format - computed: false, optional: true, required: false
  private _fileFormat?: string; 
  public get fileFormat() {
    return this.getStringAttribute('file_format');
  }
  public set fileFormat(value: string) {
    this._fileFormat = value;
  }
  public resetFileFormat() {
    this._fileFormat = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get fileFormatInput() {
    return this._fileFormat;
  }

  // compression - computed: false, optional: true, required: false
  private _compression?: string; 
  public get compression() {
    return this.getStringAttribute('compression');
  }
  public set compression(value: string) {
    this._compression = value;
  }
  public resetCompression() {
    this._compression = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get compressionInput() {
    return this._compression;
  }

  // encryption - computed: false, optional: true, required: false
  private _encryption?: string; 
  public get encryption() {
    return this.getStringAttribute('encryption');
  }
  public set encryption(value: string) {
    this._encryption = value;
  }
  public resetEncryption() {
    this._encryption = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get encryptionInput() {
    return this._encryption;
  }

  // kms_key_id - computed: false, optional: true, required: false
  private _kmsKeyId?: string; 
  public get kmsKeyId() {
    return this.getStringAttribute('kms_key_id');
  }
  public set kmsKeyId(value: string) {
    this._kmsKeyId = value;
  }
  public resetKmsKeyId() {
    this._kmsKeyId = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get kmsKeyIdInput() {
    return this._kmsKeyId;
  }

  // endpoint_url - computed: false, optional: true, required: false
  private _endpointUrl?: string; 
  public get endpointUrl() {
    return this.getStringAttribute('endpoint_url');
  }
  public set endpointUrl(value: string) {
    this._endpointUrl = value;
  }
  public resetEndpointUrl() {
    this._endpointUrl = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get endpointUrlInput() {
    return this._endpointUrl;
  }

  // max_file_size_mb - computed: false, optional: true, required: false
  private _maxFileSizeMb?: number; 
  public get maxFileSizeMb() {
    return this.getNumberAttribute('max_file_size_mb');
  }
  public set maxFileSizeMb(value: number) {
    this._maxFileSizeMb = value;
  }
  public resetMaxFileSizeMb() {
    this._maxFileSizeMb = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get maxFileSizeMbInput() {
    return this._maxFileSizeMb;
  }

  // use_virtual_style_addressing - computed: false, optional: true, required: false
  private _useVirtualStyleAddressing?: boolean | cdktf.IResolvable; 
  public get useVirtualStyleAddressing() {
    return this.getBooleanAttribute('use_virtual_style_addressing');
  }
  public set useVirtualStyleAddressing(value: boolean | cdktf.IResolvable) {
    this._useVirtualStyleAddressing = value;
  }
  public resetUseVirtualStyleAddressing() {
    this._useVirtualStyleAddressing = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get useVirtualStyleAddressingInput() {
    return this._useVirtualStyleAddressing;
  }

  // account - computed: false, optional: true, required: false
  private _account?: string; 
  public get account() {
    return this.getStringAttribute('account');
  }
  public set account(value: string) {
    this._account = value;
  }
  public resetAccount() {
    this._account = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get accountInput() {
    return this._account;
  }

  // database - computed: false, optional: true, required: false
  private _database?: string; 
  public get database() {
    return this.getStringAttribute('database');
  }
  public set database(value: string) {
    this._database = value;
  }
  public resetDatabase() {
    this._database = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get databaseInput() {
    return this._database;
  }

  // warehouse - computed: false, optional: true, required: false
  private _warehouse?: string; 
  public get warehouse() {
    return this.getStringAttribute('warehouse');
  }
  public set warehouse(value: string) {
    this._warehouse = value;
  }
  public resetWarehouse() {
    this._warehouse = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get warehouseInput() {
    return this._warehouse;
  }

  // schema - computed: false, optional: true, required: false
  private _schema?: string; 
  public get schema() {
    return this.getStringAttribute('schema');
  }
  public set schema(value: string) {
    this._schema = value;
  }
  public resetSchema() {
    this._schema = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get schemaInput() {
    return this._schema;
  }

  // table_name - computed: false, optional: true, required: false
  private _tableName?: string; 
  public get tableName() {
    return this.getStringAttribute('table_name');
  }
  public set tableName(value: string) {
    this._tableName = value;
  }
  public resetTableName() {
    this._tableName = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get tableNameInput() {
    return this._tableName;
  }

  // authentication_type - computed: false, optional: true, required: false
  private _authenticationType?: string; 
  public get authenticationType() {
    return this.getStringAttribute('authentication_type');
  }
  public set authenticationType(value: string) {
    this._authenticationType = value;
  }
  public resetAuthenticationType() {
    this._authenticationType = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get authenticationTypeInput() {
    return this._authenticationType;
  }

  // role - computed: false, optional: true, required: false
  private _role?: string; 
  public get role() {
    return this.getStringAttribute('role');
  }
  public set role(value: string) {
    this._role = value;
  }
  public resetRole() {
    this._role = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get roleInput() {
    return this._role;
  }

  // host - computed: false, optional: true, required: false
  private _host?: string; 
  public get host() {
    return this.getStringAttribute('host');
  }
  public set host(value: string) {
    this._host = value;
  }
  public resetHost() {
    this._host = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get hostInput() {
    return this._host;
  }

  // port - computed: false, optional: true, required: false
  private _port?: number; 
  public get port() {
    return this.getNumberAttribute('port');
  }
  public set port(value: number) {
    this._port = value;
  }
  public resetPort() {
    this._port = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get portInput() {
    return this._port;
  }

  // has_self_signed_cert - computed: false, optional: true, required: false
  private _hasSelfSignedCert?: boolean | cdktf.IResolvable; 
  public get hasSelfSignedCert() {
    return this.getBooleanAttribute('has_self_signed_cert');
  }
  public set hasSelfSignedCert(value: boolean | cdktf.IResolvable) {
    this._hasSelfSignedCert = value;
  }
  public resetHasSelfSignedCert() {
    this._hasSelfSignedCert = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get hasSelfSignedCertInput() {
    return this._hasSelfSignedCert;
  }

  // properties_data_type - computed: false, optional: true, required: false
  private _propertiesDataType?: string; 
  public get propertiesDataType() {
    return this.getStringAttribute('properties_data_type');
  }
  public set propertiesDataType(value: string) {
    this._propertiesDataType = value;
  }
  public resetPropertiesDataType() {
    this._propertiesDataType = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get propertiesDataTypeInput() {
    return this._propertiesDataType;
  }

  // mode - computed: false, optional: true, required: false
  private _mode?: string; 
  public get mode() {
    return this.getStringAttribute('mode');
  }
  public set mode(value: string) {
    this._mode = value;
  }
  public resetMode() {
    this._mode = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get modeInput() {
    return this._mode;
  }

  // project_id - computed: false, optional: true, required: false
  private _projectId?: string; 
  public get projectId() {
    return this.getStringAttribute('project_id');
  }
  public set projectId(value: string) {
    this._projectId = value;
  }
  public resetProjectId() {
    this._projectId = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get projectIdInput() {
    return this._projectId;
  }

  // dataset_id - computed: false, optional: true, required: false
  private _datasetId?: string; 
  public get datasetId() {
    return this.getStringAttribute('dataset_id');
  }
  public set datasetId(value: string) {
    this._datasetId = value;
  }
  public resetDatasetId() {
    this._datasetId = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get datasetIdInput() {
    return this._datasetId;
  }

  // table_id - computed: false, optional: true, required: false
  private _tableId?: string; 
  public get tableId() {
    return this.getStringAttribute('table_id');
  }
  public set tableId(value: string) {
    this._tableId = value;
  }
  public resetTableId() {
    this._tableId = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get tableIdInput() {
    return this._tableId;
  }

  // use_json_type - computed: false, optional: true, required: false
  private _useJsonType?: boolean | cdktf.IResolvable; 
  public get useJsonType() {
    return this.getBooleanAttribute('use_json_type');
  }
  public set useJsonType(value: boolean | cdktf.IResolvable) {
    this._useJsonType = value;
  }
  public resetUseJsonType() {
    this._useJsonType = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get useJsonTypeInput() {
    return this._useJsonType;
  }

  // url - computed: false, optional: true, required: false
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

  // arg - computed: false, optional: true, required: false
  private _arg?: string; 
  public get arg() {
    return this.getStringAttribute('arg');
  }
  public set arg(value: string) {
    this._arg = value;
  }
  public resetArg() {
    this._arg = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get argInput() {
    return this._arg;
  }

  // include_events - computed: false, optional: true, required: false
  private _includeEvents?: string[]; 
  public get includeEvents() {
    return this.getListAttribute('include_events');
  }
  public set includeEvents(value: string[]) {
    this._includeEvents = value;
  }
  public resetIncludeEvents() {
    this._includeEvents = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get includeEventsInput() {
    return this._includeEvents;
  }

  // exclude_events - computed: false, optional: true, required: false
  private _excludeEvents?: string[]; 
  public get excludeEvents() {
    return this.getListAttribute('exclude_events');
  }
  public set excludeEvents(value: string[]) {
    this._excludeEvents = value;
  }
  public resetExcludeEvents() {
    this._excludeEvents = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get excludeEventsInput() {
    return this._excludeEvents;
  }
}
export interface BatchExportDestination {
  readonly type: string;
  readonly config?: BatchExportDestinationConfig;
  readonly otherConfig?: { [key: string]: string };
}

export function batchExportDestinationToTerraform(struct?: BatchExportDestination | cdktf.IResolvable): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
    type: cdktf.stringToTerraform(struct!.type),
    config: batchExportDestinationConfigToTerraform(struct!.config),
    other_config: cdktf.hashMapper(cdktf.stringToTerraform)(struct!.otherConfig),
  }
}


export function batchExportDestinationToHclTerraform(struct?: BatchExportDestination | cdktf.IResolvable): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
    type: {
      value: cdktf.stringToHclTerraform(struct!.type),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    config: {
      value: batchExportDestinationConfigToHclTerraform(struct!.config),
      isBlock: true,
      type: "struct",
      storageClassType: "BatchExportDestinationConfig",
    },
    other_config: {
      value: cdktf.hashMapperHcl(cdktf.stringToHclTerraform)(struct!.otherConfig),
      isBlock: false,
      type: "map",
      storageClassType: "stringMap",
    },
  };

  // remove undefined attributes
  return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined));
}

export class BatchExportDestinationOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;
  private resolvableValue?: cdktf.IResolvable;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string) {
    super(terraformResource, terraformAttribute, false);
  }

  public get internalValue(): BatchExportDestination | cdktf.IResolvable | undefined {
    if (this.resolvableValue) {
      return this.resolvableValue;
    }
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    if (this._type !== undefined) {
      hasAnyValues = true;
      internalValueResult.type = this._type;
    }
    if (this._config?.internalValue !== undefined) {
      hasAnyValues = true;
      internalValueResult.config = this._config?.internalValue;
    }
    if (this._otherConfig !== undefined) {
      hasAnyValues = true;
      internalValueResult.otherConfig = this._otherConfig;
    }
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: BatchExportDestination | cdktf.IResolvable | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
      this.resolvableValue = undefined;
      this._type = undefined;
      this._config.internalValue = undefined;
      this._otherConfig = undefined;
    }
    else if (cdktf.Tokenization.isResolvable(value)) {
      this.isEmptyObject = false;
      this.resolvableValue = value;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
      this.resolvableValue = undefined;
      this._type = value.type;
      this._config.internalValue = value.config;
      this._otherConfig = value.otherConfig;
    }
  }

  // type - computed: false, optional: false, required: true
  private _type?: string; 
  public get type() {
    return this.getStringAttribute('type');
  }
  public set type(value: string) {
    this._type = value;
  }
  // Temporarily expose input value. Use with caution.
  public get typeInput() {
    return this._type;
  }

  // config - computed: false, optional: true, required: false
  private _config = new BatchExportDestinationConfigOutputReference(this, "config");
  public get config() {
    return this._config;
  }
  public putConfig(value: BatchExportDestinationConfig) {
    this._config.internalValue = value;
  }
  public resetConfig() {
    this._config.internalValue = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get configInput() {
    return this._config.internalValue;
  }

  // other_config - computed: false, optional: true, required: false
  private _otherConfig?: { [key: string]: string }; 
  public get otherConfig() {
    return this.getStringMapAttribute('other_config');
  }
  public set otherConfig(value: { [key: string]: string }) {
    this._otherConfig = value;
  }
  public resetOtherConfig() {
    this._otherConfig = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get otherConfigInput() {
    return this._otherConfig;
  }
}
export interface BatchExportCredentials {
  readonly awsAccessKeyId?: string;
  readonly awsSecretAccessKey?: string;
  readonly user?: string;
  readonly password?: string;
  readonly privateKey?: string;
  readonly privateKeyPassphrase?: string;
  readonly copyInputs?: string;
  readonly privateKeyId?: string;
  readonly clientEmail?: string;
  readonly tokenUri?: string;
  readonly token?: string;
  readonly other?: { [key: string]: string };
}

export function batchExportCredentialsToTerraform(struct?: BatchExportCredentials | cdktf.IResolvable): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
    aws_access_key_id: cdktf.stringToTerraform(struct!.awsAccessKeyId),
    aws_secret_access_key: cdktf.stringToTerraform(struct!.awsSecretAccessKey),
    user: cdktf.stringToTerraform(struct!.user),
    password: cdktf.stringToTerraform(struct!.password),
    private_key: cdktf.stringToTerraform(struct!.privateKey),
    private_key_passphrase: cdktf.stringToTerraform(struct!.privateKeyPassphrase),
    copy_inputs: cdktf.stringToTerraform(struct!.copyInputs),
    private_key_id: cdktf.stringToTerraform(struct!.privateKeyId),
    client_email: cdktf.stringToTerraform(struct!.clientEmail),
    token_uri: cdktf.stringToTerraform(struct!.tokenUri),
    token: cdktf.stringToTerraform(struct!.token),
    other: cdktf.hashMapper(cdktf.stringToTerraform)(struct!.other),
  }
}


export function batchExportCredentialsToHclTerraform(struct?: BatchExportCredentials | cdktf.IResolvable): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
    aws_access_key_id: {
      value: cdktf.stringToHclTerraform(struct!.awsAccessKeyId),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    aws_secret_access_key: {
      value: cdktf.stringToHclTerraform(struct!.awsSecretAccessKey),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    user: {
      value: cdktf.stringToHclTerraform(struct!.user),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    password: {
      value: cdktf.stringToHclTerraform(struct!.password),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    private_key: {
      value: cdktf.stringToHclTerraform(struct!.privateKey),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    private_key_passphrase: {
      value: cdktf.stringToHclTerraform(struct!.privateKeyPassphrase),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    copy_inputs: {
      value: cdktf.stringToHclTerraform(struct!.copyInputs),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    private_key_id: {
      value: cdktf.stringToHclTerraform(struct!.privateKeyId),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    client_email: {
      value: cdktf.stringToHclTerraform(struct!.clientEmail),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    token_uri: {
      value: cdktf.stringToHclTerraform(struct!.tokenUri),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    token: {
      value: cdktf.stringToHclTerraform(struct!.token),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    other: {
      value: cdktf.hashMapperHcl(cdktf.stringToHclTerraform)(struct!.other),
      isBlock: false,
      type: "map",
      storageClassType: "stringMap",
    },
  };

  // remove undefined attributes
  return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined));
}

export class BatchExportCredentialsOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;
  private resolvableValue?: cdktf.IResolvable;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string) {
    super(terraformResource, terraformAttribute, false);
  }

  public get internalValue(): BatchExportCredentials | cdktf.IResolvable | undefined {
    if (this.resolvableValue) {
      return this.resolvableValue;
    }
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    if (this._awsAccessKeyId !== undefined) {
      hasAnyValues = true;
      internalValueResult.awsAccessKeyId = this._awsAccessKeyId;
    }
    if (this._awsSecretAccessKey !== undefined) {
      hasAnyValues = true;
      internalValueResult.awsSecretAccessKey = this._awsSecretAccessKey;
    }
    if (this._user !== undefined) {
      hasAnyValues = true;
      internalValueResult.user = this._user;
    }
    if (this._password !== undefined) {
      hasAnyValues = true;
      internalValueResult.password = this._password;
    }
    if (this._privateKey !== undefined) {
      hasAnyValues = true;
      internalValueResult.privateKey = this._privateKey;
    }
    if (this._privateKeyPassphrase !== undefined) {
      hasAnyValues = true;
      internalValueResult.privateKeyPassphrase = this._privateKeyPassphrase;
    }
    if (this._copyInputs !== undefined) {
      hasAnyValues = true;
      internalValueResult.copyInputs = this._copyInputs;
    }
    if (this._privateKeyId !== undefined) {
      hasAnyValues = true;
      internalValueResult.privateKeyId = this._privateKeyId;
    }
    if (this._clientEmail !== undefined) {
      hasAnyValues = true;
      internalValueResult.clientEmail = this._clientEmail;
    }
    if (this._tokenUri !== undefined) {
      hasAnyValues = true;
      internalValueResult.tokenUri = this._tokenUri;
    }
    if (this._token !== undefined) {
      hasAnyValues = true;
      internalValueResult.token = this._token;
    }
    if (this._other !== undefined) {
      hasAnyValues = true;
      internalValueResult.other = this._other;
    }
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: BatchExportCredentials | cdktf.IResolvable | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
      this.resolvableValue = undefined;
      this._awsAccessKeyId = undefined;
      this._awsSecretAccessKey = undefined;
      this._user = undefined;
      this._password = undefined;
      this._privateKey = undefined;
      this._privateKeyPassphrase = undefined;
      this._copyInputs = undefined;
      this._privateKeyId = undefined;
      this._clientEmail = undefined;
      this._tokenUri = undefined;
      this._token = undefined;
      this._other = undefined;
    }
    else if (cdktf.Tokenization.isResolvable(value)) {
      this.isEmptyObject = false;
      this.resolvableValue = value;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
      this.resolvableValue = undefined;
      this._awsAccessKeyId = value.awsAccessKeyId;
      this._awsSecretAccessKey = value.awsSecretAccessKey;
      this._user = value.user;
      this._password = value.password;
      this._privateKey = value.privateKey;
      this._privateKeyPassphrase = value.privateKeyPassphrase;
      this._copyInputs = value.copyInputs;
      this._privateKeyId = value.privateKeyId;
      this._clientEmail = value.clientEmail;
      this._tokenUri = value.tokenUri;
      this._token = value.token;
      this._other = value.other;
    }
  }

  // aws_access_key_id - computed: false, optional: true, required: false
  private _awsAccessKeyId?: string; 
  public get awsAccessKeyId() {
    return this.getStringAttribute('aws_access_key_id');
  }
  public set awsAccessKeyId(value: string) {
    this._awsAccessKeyId = value;
  }
  public resetAwsAccessKeyId() {
    this._awsAccessKeyId = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get awsAccessKeyIdInput() {
    return this._awsAccessKeyId;
  }

  // aws_secret_access_key - computed: false, optional: true, required: false
  private _awsSecretAccessKey?: string; 
  public get awsSecretAccessKey() {
    return this.getStringAttribute('aws_secret_access_key');
  }
  public set awsSecretAccessKey(value: string) {
    this._awsSecretAccessKey = value;
  }
  public resetAwsSecretAccessKey() {
    this._awsSecretAccessKey = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get awsSecretAccessKeyInput() {
    return this._awsSecretAccessKey;
  }

  // user - computed: false, optional: true, required: false
  private _user?: string; 
  public get user() {
    return this.getStringAttribute('user');
  }
  public set user(value: string) {
    this._user = value;
  }
  public resetUser() {
    this._user = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get userInput() {
    return this._user;
  }

  // password - computed: false, optional: true, required: false
  private _password?: string; 
  public get password() {
    return this.getStringAttribute('password');
  }
  public set password(value: string) {
    this._password = value;
  }
  public resetPassword() {
    this._password = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get passwordInput() {
    return this._password;
  }

  // private_key - computed: false, optional: true, required: false
  private _privateKey?: string; 
  public get privateKey() {
    return this.getStringAttribute('private_key');
  }
  public set privateKey(value: string) {
    this._privateKey = value;
  }
  public resetPrivateKey() {
    this._privateKey = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get privateKeyInput() {
    return this._privateKey;
  }

  // private_key_passphrase - computed: false, optional: true, required: false
  private _privateKeyPassphrase?: string; 
  public get privateKeyPassphrase() {
    return this.getStringAttribute('private_key_passphrase');
  }
  public set privateKeyPassphrase(value: string) {
    this._privateKeyPassphrase = value;
  }
  public resetPrivateKeyPassphrase() {
    this._privateKeyPassphrase = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get privateKeyPassphraseInput() {
    return this._privateKeyPassphrase;
  }

  // copy_inputs - computed: false, optional: true, required: false
  private _copyInputs?: string; 
  public get copyInputs() {
    return this.getStringAttribute('copy_inputs');
  }
  public set copyInputs(value: string) {
    this._copyInputs = value;
  }
  public resetCopyInputs() {
    this._copyInputs = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get copyInputsInput() {
    return this._copyInputs;
  }

  // private_key_id - computed: false, optional: true, required: false
  private _privateKeyId?: string; 
  public get privateKeyId() {
    return this.getStringAttribute('private_key_id');
  }
  public set privateKeyId(value: string) {
    this._privateKeyId = value;
  }
  public resetPrivateKeyId() {
    this._privateKeyId = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get privateKeyIdInput() {
    return this._privateKeyId;
  }

  // client_email - computed: false, optional: true, required: false
  private _clientEmail?: string; 
  public get clientEmail() {
    return this.getStringAttribute('client_email');
  }
  public set clientEmail(value: string) {
    this._clientEmail = value;
  }
  public resetClientEmail() {
    this._clientEmail = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get clientEmailInput() {
    return this._clientEmail;
  }

  // token_uri - computed: false, optional: true, required: false
  private _tokenUri?: string; 
  public get tokenUri() {
    return this.getStringAttribute('token_uri');
  }
  public set tokenUri(value: string) {
    this._tokenUri = value;
  }
  public resetTokenUri() {
    this._tokenUri = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get tokenUriInput() {
    return this._tokenUri;
  }

  // token - computed: false, optional: true, required: false
  private _token?: string; 
  public get token() {
    return this.getStringAttribute('token');
  }
  public set token(value: string) {
    this._token = value;
  }
  public resetToken() {
    this._token = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get tokenInput() {
    return this._token;
  }

  // other - computed: false, optional: true, required: false
  private _other?: { [key: string]: string }; 
  public get other() {
    return this.getStringMapAttribute('other');
  }
  public set other(value: { [key: string]: string }) {
    this._other = value;
  }
  public resetOther() {
    this._other = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get otherInput() {
    return this._other;
  }
}
export interface BatchExportCredentialsWo {
  readonly awsAccessKeyId?: string;
  readonly awsSecretAccessKey?: string;
  readonly user?: string;
  readonly password?: string;
  readonly privateKey?: string;
  readonly privateKeyPassphrase?: string;
  readonly copyInputs?: string;
  readonly privateKeyId?: string;
  readonly clientEmail?: string;
  readonly tokenUri?: string;
  readonly token?: string;
  readonly other?: { [key: string]: string };
}

export function batchExportCredentialsWoToTerraform(struct?: BatchExportCredentialsWo | cdktf.IResolvable): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
    aws_access_key_id: cdktf.stringToTerraform(struct!.awsAccessKeyId),
    aws_secret_access_key: cdktf.stringToTerraform(struct!.awsSecretAccessKey),
    user: cdktf.stringToTerraform(struct!.user),
    password: cdktf.stringToTerraform(struct!.password),
    private_key: cdktf.stringToTerraform(struct!.privateKey),
    private_key_passphrase: cdktf.stringToTerraform(struct!.privateKeyPassphrase),
    copy_inputs: cdktf.stringToTerraform(struct!.copyInputs),
    private_key_id: cdktf.stringToTerraform(struct!.privateKeyId),
    client_email: cdktf.stringToTerraform(struct!.clientEmail),
    token_uri: cdktf.stringToTerraform(struct!.tokenUri),
    token: cdktf.stringToTerraform(struct!.token),
    other: cdktf.hashMapper(cdktf.stringToTerraform)(struct!.other),
  }
}


export function batchExportCredentialsWoToHclTerraform(struct?: BatchExportCredentialsWo | cdktf.IResolvable): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
    aws_access_key_id: {
      value: cdktf.stringToHclTerraform(struct!.awsAccessKeyId),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    aws_secret_access_key: {
      value: cdktf.stringToHclTerraform(struct!.awsSecretAccessKey),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    user: {
      value: cdktf.stringToHclTerraform(struct!.user),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    password: {
      value: cdktf.stringToHclTerraform(struct!.password),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    private_key: {
      value: cdktf.stringToHclTerraform(struct!.privateKey),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    private_key_passphrase: {
      value: cdktf.stringToHclTerraform(struct!.privateKeyPassphrase),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    copy_inputs: {
      value: cdktf.stringToHclTerraform(struct!.copyInputs),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    private_key_id: {
      value: cdktf.stringToHclTerraform(struct!.privateKeyId),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    client_email: {
      value: cdktf.stringToHclTerraform(struct!.clientEmail),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    token_uri: {
      value: cdktf.stringToHclTerraform(struct!.tokenUri),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    token: {
      value: cdktf.stringToHclTerraform(struct!.token),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    other: {
      value: cdktf.hashMapperHcl(cdktf.stringToHclTerraform)(struct!.other),
      isBlock: false,
      type: "map",
      storageClassType: "stringMap",
    },
  };

  // remove undefined attributes
  return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined));
}

export class BatchExportCredentialsWoOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;
  private resolvableValue?: cdktf.IResolvable;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string) {
    super(terraformResource, terraformAttribute, false);
  }

  public get internalValue(): BatchExportCredentialsWo | cdktf.IResolvable | undefined {
    if (this.resolvableValue) {
      return this.resolvableValue;
    }
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    if (this._awsAccessKeyId !== undefined) {
      hasAnyValues = true;
      internalValueResult.awsAccessKeyId = this._awsAccessKeyId;
    }
    if (this._awsSecretAccessKey !== undefined) {
      hasAnyValues = true;
      internalValueResult.awsSecretAccessKey = this._awsSecretAccessKey;
    }
    if (this._user !== undefined) {
      hasAnyValues = true;
      internalValueResult.user = this._user;
    }
    if (this._password !== undefined) {
      hasAnyValues = true;
      internalValueResult.password = this._password;
    }
    if (this._privateKey !== undefined) {
      hasAnyValues = true;
      internalValueResult.privateKey = this._privateKey;
    }
    if (this._privateKeyPassphrase !== undefined) {
      hasAnyValues = true;
      internalValueResult.privateKeyPassphrase = this._privateKeyPassphrase;
    }
    if (this._copyInputs !== undefined) {
      hasAnyValues = true;
      internalValueResult.copyInputs = this._copyInputs;
    }
    if (this._privateKeyId !== undefined) {
      hasAnyValues = true;
      internalValueResult.privateKeyId = this._privateKeyId;
    }
    if (this._clientEmail !== undefined) {
      hasAnyValues = true;
      internalValueResult.clientEmail = this._clientEmail;
    }
    if (this._tokenUri !== undefined) {
      hasAnyValues = true;
      internalValueResult.tokenUri = this._tokenUri;
    }
    if (this._token !== undefined) {
      hasAnyValues = true;
      internalValueResult.token = this._token;
    }
    if (this._other !== undefined) {
      hasAnyValues = true;
      internalValueResult.other = this._other;
    }
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: BatchExportCredentialsWo | cdktf.IResolvable | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
      this.resolvableValue = undefined;
      this._awsAccessKeyId = undefined;
      this._awsSecretAccessKey = undefined;
      this._user = undefined;
      this._password = undefined;
      this._privateKey = undefined;
      this._privateKeyPassphrase = undefined;
      this._copyInputs = undefined;
      this._privateKeyId = undefined;
      this._clientEmail = undefined;
      this._tokenUri = undefined;
      this._token = undefined;
      this._other = undefined;
    }
    else if (cdktf.Tokenization.isResolvable(value)) {
      this.isEmptyObject = false;
      this.resolvableValue = value;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
      this.resolvableValue = undefined;
      this._awsAccessKeyId = value.awsAccessKeyId;
      this._awsSecretAccessKey = value.awsSecretAccessKey;
      this._user = value.user;
      this._password = value.password;
      this._privateKey = value.privateKey;
      this._privateKeyPassphrase = value.privateKeyPassphrase;
      this._copyInputs = value.copyInputs;
      this._privateKeyId = value.privateKeyId;
      this._clientEmail = value.clientEmail;
      this._tokenUri = value.tokenUri;
      this._token = value.token;
      this._other = value.other;
    }
  }

  // aws_access_key_id - computed: false, optional: true, required: false
  private _awsAccessKeyId?: string; 
  public get awsAccessKeyId() {
    return this.getStringAttribute('aws_access_key_id');
  }
  public set awsAccessKeyId(value: string) {
    this._awsAccessKeyId = value;
  }
  public resetAwsAccessKeyId() {
    this._awsAccessKeyId = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get awsAccessKeyIdInput() {
    return this._awsAccessKeyId;
  }

  // aws_secret_access_key - computed: false, optional: true, required: false
  private _awsSecretAccessKey?: string; 
  public get awsSecretAccessKey() {
    return this.getStringAttribute('aws_secret_access_key');
  }
  public set awsSecretAccessKey(value: string) {
    this._awsSecretAccessKey = value;
  }
  public resetAwsSecretAccessKey() {
    this._awsSecretAccessKey = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get awsSecretAccessKeyInput() {
    return this._awsSecretAccessKey;
  }

  // user - computed: false, optional: true, required: false
  private _user?: string; 
  public get user() {
    return this.getStringAttribute('user');
  }
  public set user(value: string) {
    this._user = value;
  }
  public resetUser() {
    this._user = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get userInput() {
    return this._user;
  }

  // password - computed: false, optional: true, required: false
  private _password?: string; 
  public get password() {
    return this.getStringAttribute('password');
  }
  public set password(value: string) {
    this._password = value;
  }
  public resetPassword() {
    this._password = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get passwordInput() {
    return this._password;
  }

  // private_key - computed: false, optional: true, required: false
  private _privateKey?: string; 
  public get privateKey() {
    return this.getStringAttribute('private_key');
  }
  public set privateKey(value: string) {
    this._privateKey = value;
  }
  public resetPrivateKey() {
    this._privateKey = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get privateKeyInput() {
    return this._privateKey;
  }

  // private_key_passphrase - computed: false, optional: true, required: false
  private _privateKeyPassphrase?: string; 
  public get privateKeyPassphrase() {
    return this.getStringAttribute('private_key_passphrase');
  }
  public set privateKeyPassphrase(value: string) {
    this._privateKeyPassphrase = value;
  }
  public resetPrivateKeyPassphrase() {
    this._privateKeyPassphrase = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get privateKeyPassphraseInput() {
    return this._privateKeyPassphrase;
  }

  // copy_inputs - computed: false, optional: true, required: false
  private _copyInputs?: string; 
  public get copyInputs() {
    return this.getStringAttribute('copy_inputs');
  }
  public set copyInputs(value: string) {
    this._copyInputs = value;
  }
  public resetCopyInputs() {
    this._copyInputs = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get copyInputsInput() {
    return this._copyInputs;
  }

  // private_key_id - computed: false, optional: true, required: false
  private _privateKeyId?: string; 
  public get privateKeyId() {
    return this.getStringAttribute('private_key_id');
  }
  public set privateKeyId(value: string) {
    this._privateKeyId = value;
  }
  public resetPrivateKeyId() {
    this._privateKeyId = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get privateKeyIdInput() {
    return this._privateKeyId;
  }

  // client_email - computed: false, optional: true, required: false
  private _clientEmail?: string; 
  public get clientEmail() {
    return this.getStringAttribute('client_email');
  }
  public set clientEmail(value: string) {
    this._clientEmail = value;
  }
  public resetClientEmail() {
    this._clientEmail = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get clientEmailInput() {
    return this._clientEmail;
  }

  // token_uri - computed: false, optional: true, required: false
  private _tokenUri?: string; 
  public get tokenUri() {
    return this.getStringAttribute('token_uri');
  }
  public set tokenUri(value: string) {
    this._tokenUri = value;
  }
  public resetTokenUri() {
    this._tokenUri = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get tokenUriInput() {
    return this._tokenUri;
  }

  // token - computed: false, optional: true, required: false
  private _token?: string; 
  public get token() {
    return this.getStringAttribute('token');
  }
  public set token(value: string) {
    this._token = value;
  }
  public resetToken() {
    this._token = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get tokenInput() {
    return this._token;
  }

  // other - computed: false, optional: true, required: false
  private _other?: { [key: string]: string }; 
  public get other() {
    return this.getStringMapAttribute('other');
  }
  public set other(value: { [key: string]: string }) {
    this._other = value;
  }
  public resetOther() {
    this._other = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get otherInput() {
    return this._other;
  }
}

/**
* A regular export of a project's events or persons to a destination such as S3, BigQuery or a database.
*/
export class BatchExport extends cdktf.TerraformResource {

  // =================
  // STATIC PROPERTIES
  // =================
  public static readonly tfResourceType = "orgform_batch_export";

  // ==============
  // STATIC Methods
  // ==============
  /**
  * Generates CDKTF code for importing a BatchExport resource upon running "cdktf plan <stack-name>"
  * @param scope The scope in which to define this construct
  * @param importToId The construct id used in the generated config for the BatchExport to import
  * @param importFromId The id of the existing BatchExport that should be imported. Refer to the import section in the documentation of this resource for the id to use
  * @param provider? Optional instance of the provider where the BatchExport to import is found
  */
  public static generateConfigForImport(scope: Construct, importToId: string, importFromId: string, provider?: cdktf.TerraformProvider) {
        return new cdktf.ImportableResource(scope, importToId, { terraformResourceType: "orgform_batch_export", importId: importFromId, provider });
      }

  // ===========
  // INITIALIZER
  // ===========

  /**
  * Create a new orgform_batch_export Resource
  *
  * @param scope The scope in which to define this construct
  * @param id The scoped construct ID. Must be unique amongst siblings in the same scope
  * @param options BatchExportConfig
  */
  public constructor(scope: Construct, id: string, config: BatchExportConfig) {
    super(scope, id, {
      terraformResourceType: 'orgform_batch_export',
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
    this._projectId = config.projectId;
    this._name = config.name;
    this._model = config.model;
    this._destination.internalValue = config.destination;
    this._credentials.internalValue = config.credentials;
    this._interval = config.interval;
    this._paused = config.paused;
    this._startAt = config.startAt;
    this._endAt = config.endAt;
    this._rotate = config.rotate;
    this._allowDuplicateName = config.allowDuplicateName;
    this._adopt = config.adopt;
    this._credentialsWo.internalValue = config.credentialsWo;
    this._credentialsWoVersion = config.credentialsWoVersion;
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

  // project_id - computed: true, optional: true, required: false
  private _projectId?: string; 
  public get projectId() {
    return this.getStringAttribute('project_id');
  }
  public set projectId(value: string) {
    this._projectId = value;
  }
  public resetProjectId() {
    this._projectId = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get projectIdInput() {
    return this._projectId;
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

  // model - computed: false, optional: true, required: false
  private _model?: string; 
  public get model() {
    return this.getStringAttribute('model');
  }
  public set model(value: string) {
    this._model = value;
  }
  public resetModel() {
    this._model = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get modelInput() {
    return this._model;
  }

  // destination - computed: false, optional: false, required: true
  private _destination = new BatchExportDestinationOutputReference(this, "destination");
  public get destination() {
    return this._destination;
  }
  public putDestination(value: BatchExportDestination) {
    this._destination.internalValue = value;
  }
  // Temporarily expose input value. Use with caution.
  public get destinationInput() {
    return this._destination.internalValue;
  }

  // credentials - computed: false, optional: true, required: false
  private _credentials = new BatchExportCredentialsOutputReference(this, "credentials");
  public get credentials() {
    return this._credentials;
  }
  public putCredentials(value: BatchExportCredentials) {
    this._credentials.internalValue = value;
  }
  public resetCredentials() {
    this._credentials.internalValue = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get credentialsInput() {
    return this._credentials.internalValue;
  }

  // interval - computed: false, optional: false, required: true
  private _interval?: string; 
  public get interval() {
    return this.getStringAttribute('interval');
  }
  public set interval(value: string) {
    this._interval = value;
  }
  // Temporarily expose input value. Use with caution.
  public get intervalInput() {
    return this._interval;
  }

  // paused - computed: true, optional: true, required: false
  private _paused?: boolean | cdktf.IResolvable; 
  public get paused() {
    return this.getBooleanAttribute('paused');
  }
  public set paused(value: boolean | cdktf.IResolvable) {
    this._paused = value;
  }
  public resetPaused() {
    this._paused = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get pausedInput() {
    return this._paused;
  }

  // start_at - computed: false, optional: true, required: false
  private _startAt?: string; 
  public get startAt() {
    return this.getStringAttribute('start_at');
  }
  public set startAt(value: string) {
    this._startAt = value;
  }
  public resetStartAt() {
    this._startAt = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get startAtInput() {
    return this._startAt;
  }

  // end_at - computed: false, optional: true, required: false
  private _endAt?: string; 
  public get endAt() {
    return this.getStringAttribute('end_at');
  }
  public set endAt(value: string) {
    this._endAt = value;
  }
  public resetEndAt() {
    this._endAt = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get endAtInput() {
    return this._endAt;
  }

  // rotate - computed: true, optional: true, required: false
  private _rotate?: string; 
  public get rotate() {
    return this.getStringAttribute('rotate');
  }
  public set rotate(value: string) {
    this._rotate = value;
  }
  public resetRotate() {
    this._rotate = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get rotateInput() {
    return this._rotate;
  }

  // allow_duplicate_name - computed: true, optional: true, required: false
  private _allowDuplicateName?: boolean | cdktf.IResolvable; 
  public get allowDuplicateName() {
    return this.getBooleanAttribute('allow_duplicate_name');
  }
  public set allowDuplicateName(value: boolean | cdktf.IResolvable) {
    this._allowDuplicateName = value;
  }
  public resetAllowDuplicateName() {
    this._allowDuplicateName = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get allowDuplicateNameInput() {
    return this._allowDuplicateName;
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

  // export_id - computed: true, optional: false, required: false
  public get exportId() {
    return this.getStringAttribute('export_id');
  }

  // created_at - computed: true, optional: false, required: false
  public get createdAt() {
    return this.getStringAttribute('created_at');
  }

  // credentials_wo - computed: false, optional: true, required: false
  private _credentialsWo = new BatchExportCredentialsWoOutputReference(this, "credentials_wo");
  public get credentialsWo() {
    return this._credentialsWo;
  }
  public putCredentialsWo(value: BatchExportCredentialsWo) {
    this._credentialsWo.internalValue = value;
  }
  public resetCredentialsWo() {
    this._credentialsWo.internalValue = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get credentialsWoInput() {
    return this._credentialsWo.internalValue;
  }

  // credentials_wo_version - computed: false, optional: true, required: false
  private _credentialsWoVersion?: number; 
  public get credentialsWoVersion() {
    return this.getNumberAttribute('credentials_wo_version');
  }
  public set credentialsWoVersion(value: number) {
    this._credentialsWoVersion = value;
  }
  public resetCredentialsWoVersion() {
    this._credentialsWoVersion = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get credentialsWoVersionInput() {
    return this._credentialsWoVersion;
  }

  // =========
  // SYNTHESIS
  // =========

  protected synthesizeAttributes(): { [name: string]: any } {
    return {
      organization_id: cdktf.stringToTerraform(this._organizationId),
      project_id: cdktf.stringToTerraform(this._projectId),
      name: cdktf.stringToTerraform(this._name),
      model: cdktf.stringToTerraform(this._model),
      destination: batchExportDestinationToTerraform(this._destination.internalValue),
      credentials: batchExportCredentialsToTerraform(this._credentials.internalValue),
      interval: cdktf.stringToTerraform(this._interval),
      paused: cdktf.booleanToTerraform(this._paused),
      start_at: cdktf.stringToTerraform(this._startAt),
      end_at: cdktf.stringToTerraform(this._endAt),
      rotate: cdktf.stringToTerraform(this._rotate),
      allow_duplicate_name: cdktf.booleanToTerraform(this._allowDuplicateName),
      adopt: cdktf.stringToTerraform(this._adopt),
      credentials_wo: batchExportCredentialsWoToTerraform(this._credentialsWo.internalValue),
      credentials_wo_version: cdktf.numberToTerraform(this._credentialsWoVersion),
    };
  }

  protected synthesizeHclAttributes(): { [name: string]: any } {
    const attrs = {
      organization_id: {
        value: cdktf.stringToHclTerraform(this._organizationId),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      project_id: {
        value: cdktf.stringToHclTerraform(this._projectId),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      name: {
        value: cdktf.stringToHclTerraform(this._name),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      model: {
        value: cdktf.stringToHclTerraform(this._model),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      destination: {
        value: batchExportDestinationToHclTerraform(this._destination.internalValue),
        isBlock: true,
        type: "struct",
        storageClassType: "BatchExportDestination",
      },
      credentials: {
        value: batchExportCredentialsToHclTerraform(this._credentials.internalValue),
        isBlock: true,
        type: "struct",
        storageClassType: "BatchExportCredentials",
      },
      interval: {
        value: cdktf.stringToHclTerraform(this._interval),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      paused: {
        value: cdktf.booleanToHclTerraform(this._paused),
        isBlock: false,
        type: "simple",
        storageClassType: "boolean",
      },
      start_at: {
        value: cdktf.stringToHclTerraform(this._startAt),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      end_at: {
        value: cdktf.stringToHclTerraform(this._endAt),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      rotate: {
        value: cdktf.stringToHclTerraform(this._rotate),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      allow_duplicate_name: {
        value: cdktf.booleanToHclTerraform(this._allowDuplicateName),
        isBlock: false,
        type: "simple",
        storageClassType: "boolean",
      },
      adopt: {
        value: cdktf.stringToHclTerraform(this._adopt),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      credentials_wo: {
        value: batchExportCredentialsWoToHclTerraform(this._credentialsWo.internalValue),
        isBlock: true,
        type: "struct",
        storageClassType: "BatchExportCredentialsWo",
      },
      credentials_wo_version: {
        value: cdktf.numberToHclTerraform(this._credentialsWoVersion),
        isBlock: false,
        type: "simple",
        storageClassType: "number",
      },
    };

    // remove undefined attributes
    return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined ))
  }
}
