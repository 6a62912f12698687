// The configuration of the proxy, in Docker Compose and in the guide; Caddy runs it where Caddy is installed.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually, freePort, listen } from '@keyframe/test-kit';
import { expect, test } from 'vitest';

function readText(path: string): string {
  return readFileSync(new URL(path, import.meta.url), 'utf8');
}

const compose = readText('../../server/compose/Caddyfile');
const guide = readText('../src/content/docs/guides/self-hosting.md');
const CONFIGURATIONS = [
  { name: 'Docker Compose', text: compose },
  { name: 'the guide', text: /^```text\n(api\.example\.com \{[\s\S]*?)^```/m.exec(guide)?.[1] ?? '' },
];

test.each(CONFIGURATIONS)('the proxy of $name responds 404 only to what `handle` leaves', ({ text }) => {
  // Caddy sorts directives: a `reverse_proxy` beside `respond` would never run.
  expect(text).toMatch(/^\thandle @public \{\n\t\treverse_proxy (?:.*\n)+?\t\}\n\trespond 404\n\}$/m);
  expect(text.match(/reverse_proxy/g)).toHaveLength(text === compose ? 2 : 1);
});

const hasCaddy = spawnSync('caddy', ['version']).status === 0;

test.skipIf(!hasCaddy).each(CONFIGURATIONS)(
  'Caddy, configured as in $name, passes on what is public, and nothing else (needs caddy)',
  async ({ text }) => {
    await using api = await listen(createServer((_, response) => response.end('the API')));
    const url = `http://127.0.0.1:${await freePort()}`;
    const folder = mkdtempSync(join(tmpdir(), 'keyframe-caddy-'));
    const file = join(folder, 'Caddyfile');
    const site = text
      .replace(/^(?:api\.example\.com|:4000) \{/m, `${url} {`)
      .replace(/127\.0\.0\.1:4000/, `127.0.0.1:${api.port}`)
      .replace(/dynamic a api 4000/, `dynamic a 127.0.0.1 ${api.port}`);
    writeFileSync(file, `{\n\tadmin off\n}\n${site}`);
    const env = { ...process.env, HOME: folder, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder };
    const caddy = spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', file], {
      env,
      stdio: 'ignore',
    });
    try {
      const fetchStatus = (path: string) => fetch(url + path).then(({ status }) => status);
      await eventually('Caddy', () => fetchStatus('/').catch(() => undefined));
      const paths = ['/', '/v1/models', '/results/a', '/docs', '/docs/', '/console/', '/openapi.json'];
      expect(await Promise.all(paths.map(fetchStatus))).toEqual(paths.map(() => 200));
      const hidden = ['/metrics', '/healthz', '/readyz', '/v1', '/internal'];
      expect(await Promise.all(hidden.map(fetchStatus))).toEqual(hidden.map(() => 404));
    } finally {
      const ended = once(caddy, 'exit');
      caddy.kill();
      await ended;
      rmSync(folder, { recursive: true });
    }
  },
);
