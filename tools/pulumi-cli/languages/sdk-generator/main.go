// Serves the one call of a language host that writes a package's SDK, for every language that has a published
// generator. `pulumi package gen-sdk` asks a host for it; the hosts of the SDK modules that still build from the module
// proxy are older than the call. The file's own name says the language: pulumi-language-python and so on.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	pbempty "github.com/golang/protobuf/ptypes/empty"
	"google.golang.org/grpc"

	"github.com/pulumi/pulumi-java/pkg/codegen/java"
	"github.com/pulumi/pulumi/pkg/v3/codegen/dotnet"
	golang "github.com/pulumi/pulumi/pkg/v3/codegen/go"
	"github.com/pulumi/pulumi/pkg/v3/codegen/nodejs"
	"github.com/pulumi/pulumi/pkg/v3/codegen/python"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource/plugin"
	"github.com/pulumi/pulumi/sdk/v3/go/common/util/rpcutil"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
)

// Noted in the head of every generated file.
const tool = "pulumi"

type request = pulumirpc.GeneratePackageRequest

// Files of an SDK by their path.
type files map[string][]byte

var generators = map[string]func(*schema.Package, *request) (files, error){
	"nodejs": func(pkg *schema.Package, req *request) (files, error) {
		return wrap(nodejs.GeneratePackage(tool, pkg, req.ExtraFiles, req.LocalDependencies, req.Local))
	},
	"python": func(pkg *schema.Package, req *request) (files, error) {
		return wrap(python.GeneratePackage(tool, pkg, req.ExtraFiles))
	},
	"go": func(pkg *schema.Package, req *request) (files, error) {
		return wrap(golang.GeneratePackage(tool, pkg, req.LocalDependencies))
	},
	"dotnet": func(pkg *schema.Package, req *request) (files, error) {
		return wrap(dotnet.GeneratePackage(tool, pkg, req.ExtraFiles, req.LocalDependencies))
	},
	"java": func(pkg *schema.Package, req *request) (files, error) {
		return wrap(java.GeneratePackage(tool, pkg, req.ExtraFiles, req.Local))
	},
}

func wrap(made map[string][]byte, err error) (files, error) {
	return made, err
}

type host struct {
	pulumirpc.UnimplementedLanguageRuntimeServer
	language string
}

func (h *host) GetPluginInfo(context.Context, *pbempty.Empty) (*pulumirpc.PluginInfo, error) {
	return &pulumirpc.PluginInfo{}, nil
}

func (h *host) GeneratePackage(_ context.Context, req *request) (*pulumirpc.GeneratePackageResponse, error) {
	generate, ok := generators[h.language]
	if !ok {
		return nil, fmt.Errorf("there is no generator for %q", h.language)
	}
	var spec schema.PackageSpec
	if err := json.Unmarshal([]byte(req.Schema), &spec); err != nil {
		return nil, fmt.Errorf("the schema cannot be read: %w", err)
	}
	loader, err := schema.NewLoaderClient(req.LoaderTarget)
	if err != nil {
		return nil, err
	}
	defer loader.Close()
	pkg, diagnostics, err := schema.BindSpec(spec, loader)
	if err != nil {
		return nil, err
	}
	response := &pulumirpc.GeneratePackageResponse{Diagnostics: plugin.HclDiagnosticsToRPCDiagnostics(diagnostics)}
	if diagnostics.HasErrors() {
		return response, nil
	}
	made, err := generate(pkg, req)
	if err != nil {
		return nil, err
	}
	return response, write(req.Directory, made)
}

func write(directory string, made files) error {
	for path, content := range made {
		target := filepath.Join(directory, path)
		if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(target, content, 0o644); err != nil {
			return err
		}
	}
	return nil
}

func language() string {
	name := strings.TrimSuffix(filepath.Base(os.Args[0]), ".exe")
	return strings.TrimPrefix(name, "pulumi-language-")
}

// Ends the server when the engine, whose address is the last argument, no longer answers.
func whenTheEngineGoes() (chan bool, error) {
	gone := make(chan bool)
	if len(os.Args) < 2 {
		return gone, nil
	}
	return gone, rpcutil.Healthcheck(context.Background(), os.Args[len(os.Args)-1], 5*time.Second, func() { close(gone) })
}

func serve() error {
	gone, err := whenTheEngineGoes()
	if err != nil {
		return err
	}
	handle, err := rpcutil.ServeWithOptions(rpcutil.ServeOptions{
		Cancel: gone,
		Init: func(server *grpc.Server) error {
			pulumirpc.RegisterLanguageRuntimeServer(server, &host{language: language()})
			return nil
		},
	})
	if err != nil {
		return err
	}
	fmt.Println(handle.Port)
	return <-handle.Done
}

func main() {
	if err := serve(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
