package oci

import "github.com/hashicorp/terraform/internal/backend"

func New() backend.Backend { panic("this build has no oci backend") }
