// Written by `npm run gen` from templates/; do not edit.

/** The files of each template, by path below its folder. */
export const TEMPLATES = {
  cdk: {
    ".gitignore": "node_modules/\ncdktf.out/\nproviders/\n.terraform/\n*.tfstate\n*.tfstate.*\n",
    "main.ts":
      'import { App, TerraformOutput, TerraformStack } from "cdktn";\nimport { Domain, Organization, OrgformProvider } from "@orgform/cdktn";\n\nconst app = new App();\nconst stack = new TerraformStack(app, "acme");\n\n// Host and key come from ORGFORM_HOST and ORGFORM_API_KEY: what is written here would be in the result in clear.\nnew OrgformProvider(stack, "orgform");\n\nconst acme = new Organization(stack, "acme", {\n  name: "Acme Cloud",\n  // On by default. Off here, so that `terraform destroy` can clean up after a try in the sandbox.\n  deletionProtection: false,\n});\n\nconst domain = new Domain(stack, "domain", {\n  organizationId: acme.organizationId,\n  domain: "cloud.acme.example",\n});\n\nnew TerraformOutput(stack, "publish-this-record", { value: domain.verificationRecord });\n\napp.synth();\n',
    "package.json":
      '{\n  "private": true,\n  "type": "module",\n  "dependencies": {\n    "@orgform/cdktn": "0.1.0",\n    "cdktn": "0.24.0",\n    "constructs": "10.7.2",\n    "orgform": "0.1.0"\n  },\n  "devDependencies": {\n    "@orgform/sandbox": "0.1.0",\n    "@types/node": "20.19.43",\n    "tsx": "4.23.15",\n    "typescript": "5.9.3"\n  }\n}\n',
    "tsconfig.json":
      '{\n  "compilerOptions": {\n    "target": "es2022",\n    "module": "nodenext",\n    "moduleResolution": "nodenext",\n    "strict": true,\n    "skipLibCheck": true,\n    "types": ["node"]\n  },\n  "files": ["main.ts"]\n}\n',
  },
  "pulumi-python": {
    ".gitignore": "node_modules/\n.pulumi/\nsdks/\nvenv/\n__pycache__/\n",
    "Pulumi.yaml":
      "name: ${PROJECT}\ndescription: ${DESCRIPTION}\nruntime: python\nplugins:\n  providers:\n    - name: orgform\n      path: node_modules/.bin\n",
    "__main__.py":
      'import pulumi\nimport pulumi_orgform as orgform\n\nacme = orgform.Organization(\n    "acme",\n    name="Acme Cloud",\n    # On by default. Off here, so that `pulumi destroy` can clean up after a try in the sandbox.\n    # For an organization that matters, take this out and add `opts=pulumi.ResourceOptions(protect=True)`.\n    deletion_protection=False,\n)\n\ndomain = orgform.Domain("domain", organization_id=acme.organization_id, domain="cloud.acme.example")\n\npulumi.export("publishThisRecord", domain.verification_record)\n',
    "package.json":
      '{\n  "private": true,\n  "dependencies": {\n    "orgform": "0.1.0"\n  },\n  "devDependencies": {\n    "@orgform/sandbox": "0.1.0"\n  }\n}\n',
    "requirements.txt": "pulumi==3.259.0\n./sdks/python\n",
  },
  "pulumi-typescript": {
    ".gitignore": "node_modules/\n.pulumi/\n",
    "Pulumi.yaml":
      "name: ${PROJECT}\ndescription: ${DESCRIPTION}\nruntime: nodejs\nplugins:\n  providers:\n    - name: orgform\n      path: node_modules/.bin\ntemplate:\n  displayName: Orgform in TypeScript\n  description: An organization with an e-mail domain\n  config:\n    orgform:host:\n      description: Address of the service; by default that of a sandbox on this machine\n      default: http://127.0.0.1:8010\n    orgform:apiKey:\n      description: Personal API key; a sandbox prints its own when it starts\n      secret: true\n",
    "index.ts":
      'import * as orgform from "orgform/pulumi-plugin";\n\nconst acme = new orgform.Organization("acme", {\n  name: "Acme Cloud",\n  // On by default. Off here, so that `pulumi destroy` can clean up after a try in the sandbox.\n  deletionProtection: false,\n});\n\nconst domain = new orgform.Domain("domain", {\n  organizationId: acme.organizationId,\n  domain: "cloud.acme.example",\n});\n\nexport const publishThisRecord = domain.verificationRecord;\n',
    "package.json":
      '{\n  "private": true,\n  "main": "index.ts",\n  "dependencies": {\n    "@pulumi/pulumi": "3.248.0",\n    "orgform": "0.1.0"\n  },\n  "devDependencies": {\n    "@orgform/sandbox": "0.1.0",\n    "@types/node": "20.19.43",\n    "typescript": "5.9.3"\n  }\n}\n',
    "tsconfig.json":
      '{\n  "compilerOptions": {\n    "target": "es2022",\n    "module": "nodenext",\n    "moduleResolution": "nodenext",\n    "strict": true,\n    "skipLibCheck": true,\n    "types": ["node"]\n  },\n  "files": ["index.ts"]\n}\n',
  },
  "pulumi-yaml": {
    ".gitignore": "node_modules/\n.pulumi/\n",
    "Pulumi.yaml":
      "name: ${PROJECT}\ndescription: ${DESCRIPTION}\nruntime: yaml\nplugins:\n  providers:\n    - name: orgform\n      path: node_modules/.bin\nresources:\n  acme:\n    type: orgform:Organization\n    properties:\n      name: Acme Cloud\n      # On by default. Off here, so that `pulumi destroy` can clean up after a try in the sandbox.\n      # For an organization that matters, take this out and set `protect: true` in `options`.\n      deletionProtection: false\n  domain:\n    type: orgform:Domain\n    properties:\n      organizationId: ${acme.organizationId}\n      domain: cloud.acme.example\noutputs:\n  publishThisRecord: ${domain.verificationRecord}\n",
    "package.json":
      '{\n  "private": true,\n  "dependencies": {\n    "orgform": "0.1.0"\n  },\n  "devDependencies": {\n    "@orgform/sandbox": "0.1.0"\n  }\n}\n',
  },
  terraform: {
    ".gitignore": "node_modules/\n.terraform/\n*.tfstate\n*.tfstate.*\n*.tfvars\n",
    "main.tf":
      'terraform {\n  required_providers {\n    orgform = { source = "orgform/orgform" }\n  }\n}\n\nresource "orgform_organization" "acme" {\n  name = "Acme Cloud"\n  # On by default. Off here, so that `terraform destroy` can clean up after a try in the sandbox.\n  deletion_protection = false\n}\n\nresource "orgform_domain" "domain" {\n  organization_id = orgform_organization.acme.organization_id\n  domain          = "cloud.acme.example"\n}\n\noutput "publish_this_record" {\n  value = orgform_domain.domain.verification_record\n}\n',
    "orgform.tfrc":
      '# The provider comes with `npm install`; no `init` is needed then. For a team see docs/guides/terraform.md of Orgform.\nprovider_installation {\n  dev_overrides {\n    "orgform/orgform" = "node_modules/.bin"\n  }\n  direct {}\n}\n',
    "package.json":
      '{\n  "private": true,\n  "dependencies": {\n    "orgform": "0.1.0"\n  },\n  "devDependencies": {\n    "@orgform/sandbox": "0.1.0"\n  }\n}\n',
  },
} as const;
