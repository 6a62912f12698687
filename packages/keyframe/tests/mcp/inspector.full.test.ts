// The command line of the official inspector, as a host in both revisions.
import { spawn } from 'node:child_process';
import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { CANARY, STUDIO_DOCUMENT, studio } from '@keyframe/openapi-mcp/testing';
import { createMock } from '@keyframe/openapi-mock';
import { serveMock } from '@keyframe/openapi-mock/node';
import { expect, test } from 'vitest';

const INSPECTOR = fileURLToPath(
  import.meta.resolve('@modelcontextprotocol/inspector/clients/launcher/build/index.js'),
);
const CLI = join(import.meta.dirname, '../../src/cli.ts');
const TOOL_ERROR = 5;
const CREATE = ['--method', 'tools/call', '--tool-name', 'createRender', '--tool-args-json'];

async function inspect(server: string, words: readonly string[]) {
  using home = mkdtempDisposableSync(join(tmpdir(), 'openapi-mcp-inspector-'));
  const ours = [
    process.execPath,
    CLI,
    'mcp',
    STUDIO_DOCUMENT,
    '--server',
    server,
    '--key-variable',
    'STUDIO_KEY',
  ];
  const child = spawn(
    process.execPath,
    [INSPECTOR, '--cli', '--format', 'json', ...words, '-e', `STUDIO_KEY=${CANARY}`, '--', ...ours],
    { env: { PATH: process.env.PATH ?? '', HOME: home.path }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [status, out, err] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  expect(out + err).not.toContain(CANARY);
  return { status, out, err };
}

test.each(['legacy', 'modern'])(
  'the %s era: no schema has an error, calls have results, and errors are those of tools',
  async (era) => {
    await using mock = await serveMock(createMock(studio, { pace: 'fast' }));
    const run = (words: readonly string[]) => inspect(mock.url, ['--protocol-era', era, ...words]);
    const listed = await run(['--method', 'tools/list', '--strict']);
    expect([listed.status, listed.err]).toEqual([0, expect.stringMatching(/^0 errors/m)]);
    expect(JSON.parse(listed.out).result.tools).toHaveLength(8);
    const created = await run([...CREATE, '{"body":{"prompt":"sea","duration":4}}']);
    expect(created.status, created.err).toBe(0);
    expect(JSON.parse(created.out).result.structuredContent).toMatchObject({ status: 'done' });
    const rejected = await run([...CREATE, '{"body":{"prompt":"sea","duration":3}}']);
    expect(rejected.status).toBe(TOOL_ERROR);
    expect(rejected.out + rejected.err).toContain('must be at least 4 (got 3)');
  },
);
