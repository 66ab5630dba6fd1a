module orgform.invalid/terraform-cli

go 1.25.11

tool github.com/hashicorp/terraform

require github.com/hashicorp/terraform v1.11.4

replace github.com/hashicorp/terraform/internal/backend/remote-state/azure => ../stubs/azure
replace github.com/hashicorp/terraform/internal/backend/remote-state/consul => ../stubs/consul
replace github.com/hashicorp/terraform/internal/backend/remote-state/cos => ../stubs/cos
replace github.com/hashicorp/terraform/internal/backend/remote-state/gcs => ../stubs/gcs
replace github.com/hashicorp/terraform/internal/backend/remote-state/kubernetes => ../stubs/kubernetes
replace github.com/hashicorp/terraform/internal/backend/remote-state/oss => ../stubs/oss
replace github.com/hashicorp/terraform/internal/backend/remote-state/pg => ../stubs/pg
replace github.com/hashicorp/terraform/internal/backend/remote-state/s3 => ../stubs/s3
replace github.com/hashicorp/terraform/internal/backend/remote-state/oci => ../stubs/oci
replace github.com/hashicorp/terraform/internal/legacy => ../stubs/legacy
