/** Settings of a project's package.json. */
export interface ManifestOptions {
  name: string;
  /** Finds the version of a package of the toolkit, or its tarball. */
  findVersion(packageName: string): string;
}

/** Creates the package.json of a project. */
export function createManifest({ name, findVersion }: ManifestOptions): object {
  return {
    name,
    version: '0.0.0',
    private: true,
    type: 'module',
    engines: { node: '>=22.19.0' },
    scripts: {
      dev: 'keyframe dev',
      generate: 'keyframe generate',
      // In one script: Yarn runs no `pretest`.
      test: 'keyframe generate && tsc && node --test "tests/*.test.ts" && keyframe ci',
      start: 'node src/server.ts',
      mock: 'keyframe mock',
      docs: 'keyframe docs',
      mcp: 'keyframe mcp --server http://127.0.0.1:3000',
    },
    dependencies: {
      '@hono/node-server': '2.1.8',
      '@hono/zod-openapi': '1.6.3',
      '@keyframe/openapi-runtime': findVersion('@keyframe/openapi-runtime'),
      hono: '4.13.19',
      zod: '4.6.7',
    },
    devDependencies: {
      '@keyframe/cli': findVersion('@keyframe/cli'),
      '@types/node': '24.19.2',
      typescript: '7.0.2',
    },
  };
}
