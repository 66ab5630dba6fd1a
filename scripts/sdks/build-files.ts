/** The build files of SDKs, which the generators leave to the publisher of a package. */

/** The Go SDK that the generated code asks for, and the version of the generators. */
const GO_SDK = "v3.140.0";

/** The Java SDK that the generated code is compiled and run with in our tests. */
const JAVA_SDK = "1.16.0";

/** The `go.mod` of the Go SDK; `path` is the schema's import path. */
export function goModule(path: string): string {
  return `module ${path}

go 1.21

require (
	github.com/blang/semver v3.5.1+incompatible
	github.com/pulumi/pulumi/sdk/v3 ${GO_SDK}
)
`;
}

/** The Maven project of the Java SDK, `io.orgform:orgform`. */
export function mavenProject(version: string, description: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>io.orgform</groupId>
  <artifactId>orgform</artifactId>
  <version>${version}</version>
  <description>${description}</description>

  <properties>
    <maven.compiler.source>11</maven.compiler.source>
    <maven.compiler.target>11</maven.compiler.target>
    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
  </properties>

  <dependencies>
    <dependency>
      <groupId>com.pulumi</groupId>
      <artifactId>pulumi</artifactId>
      <version>${JAVA_SDK}</version>
    </dependency>
    <dependency>
      <groupId>com.google.code.findbugs</groupId>
      <artifactId>jsr305</artifactId>
      <version>3.0.2</version>
    </dependency>
  </dependencies>
</project>
`;
}
