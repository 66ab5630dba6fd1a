import * as pulumi from "@pulumi/pulumi";

/** The parts of a TXT record. */
export interface TxtRecordArgs {
  /** Full name of the record. */
  name: pulumi.Input<string>;
  /** Value of the record. */
  value: pulumi.Input<string>;
}

interface Stored {
  host: string;
  name: string;
  value: string;
}

/** A stand-in for your DNS provider's record. It publishes the record in the sandbox's own DNS. */
export class TxtRecord extends pulumi.dynamic.Resource {
  constructor(name: string, args: TxtRecordArgs, options?: pulumi.CustomResourceOptions) {
    const host = new pulumi.Config("orgform").require("host");
    super(
      {
        async create(inputs: Stored) {
          const answer = await fetch(`${inputs.host}/_sandbox/dns/${inputs.name}`, {
            method: "PUT",
            headers: { "content-type": "application/json" },
            body: JSON.stringify({ values: [inputs.value] }),
          });
          if (!answer.ok)
            throw new Error(`The sandbox's DNS answered ${answer.status}. This example runs against the sandbox only.`);
          return { id: inputs.name, outs: inputs };
        },
        async delete(id: string, stored: Stored) {
          await fetch(`${stored.host}/_sandbox/dns/${id}`, { method: "DELETE" });
        },
      },
      name,
      { host, ...args },
      options,
    );
  }
}
