// The bundle for hosts that install servers from one file, by the published tool of its format.
import { mkdtempDisposableSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getMcpConfigForManifest, unpackExtension, v0_3, validateManifest } from '@anthropic-ai/mcpb';
import { CANARY, connectClient, STUDIO_DOCUMENT } from '@keyframe/openapi-mcp/testing';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, test } from 'vitest';
import { writeBundle } from '../../bundle/write-bundle.ts';

test('a host unpacks the bundle and starts its server with the values of its user', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'openapi-mcp-bundle-'));
  const mcpbPath = join(folder.path, 'openapi-mcp.mcpb');
  const outputDir = join(folder.path, 'unpacked');
  await writeBundle(mcpbPath);
  expect(await unpackExtension({ mcpbPath, outputDir, silent: true })).toBe(true);
  const path = join(outputDir, 'manifest.json');
  expect(validateManifest(path)).toBe(true);

  const manifest = v0_3.McpbManifestSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  const { args = [], env } =
    (await getMcpConfigForManifest({
      manifest,
      extensionPath: outputDir,
      systemDirs: {},
      userConfig: { document: STUDIO_DOCUMENT, key: CANARY },
      pathSeparator: '/',
    })) ?? {};
  expect(env).toEqual({ API_KEY: CANARY });
  const transport = new StdioClientTransport({ command: process.execPath, args, cwd: outputDir });
  const client = await connectClient(transport, 'legacy');
  const { tools } = await client.listTools();
  expect(tools).toHaveLength(8);
  await client.close();
});
