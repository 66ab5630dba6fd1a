// Written by `npm run gen` with the generator of cdktn; do not edit.
// generated from provider function schema

import * as cdktn from 'cdktn';

/**
* Provider-defined functions of the orgform provider.
*/
export class OrgformProviderFunctions {
  private readonly providerLocalName: string;

  /**
  * @param providerLocalName The local name of the provider in required_providers; defaults to the registry short name. Override when the provider is declared under a different local name — aliases do not change the namespace, local names do.
  */
  constructor(providerLocalName: string) {
    this.providerLocalName = providerLocalName;
  }

  /**
  * Writes the id string of a resource, as an import takes it, from the parts of its identity.
  * @param {string} type - Type of the resource, for instance orgform_domain.
  * @param {{ [key: string]: string }} parts - The parts of the identity by name.
  * @returns {string}
  */
  public formatId(type: string, parts: { [key: string]: string }): string {
    return cdktn.Token.asString(cdktn.TerraformProviderFunction.invoke(this.providerLocalName, "format_id", [type, parts]));
  }

  /**
  * Reads the id string of a resource into the parts of its identity.
  * @param {string} type - Type of the resource, for instance orgform_domain.
  * @param {string} id - The id string.
  * @returns {{ [key: string]: string }}
  */
  public parseId(type: string, id: string): { [key: string]: string } {
    return cdktn.Token.asStringMap(cdktn.TerraformProviderFunction.invoke(this.providerLocalName, "parse_id", [type, id]));
  }
}
