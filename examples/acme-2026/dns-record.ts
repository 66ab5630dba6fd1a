import * as pulumi from "@pulumi/pulumi";

/** The parts of a DNS record. */
export interface DnsRecordArgs {
  /** Full name of the record. */
  name: pulumi.Input<string>;
  type: "TXT" | "CNAME";
  /** Value of the record. */
  value: pulumi.Input<string>;
}

interface Stored {
  host: string;
  name: string;
  type: DnsRecordArgs["type"];
  value: string;
}

/** A stand-in for your DNS provider's record. It publishes the record in the sandbox's own DNS. */
export class DnsRecord extends pulumi.dynamic.Resource {
  constructor(name: string, args: DnsRecordArgs, options?: pulumi.CustomResourceOptions) {
    const host = new pulumi.Config("orgform").require("host");
    super(
      {
        async create({ host, name, type, value }: Stored) {
          const answer = await fetch(`${host}/_sandbox/dns/${name}`, {
            method: "PUT",
            headers: { "content-type": "application/json" },
            body: JSON.stringify(type === "TXT" ? { values: [value] } : { CNAME: value }),
          });
          if (!answer.ok)
            throw new Error(`The sandbox's DNS answered ${answer.status}. This example runs against the sandbox only.`);
          return { id: name, outs: { host, name, type, value } };
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
