// Go compiles its standard library first, which takes minutes.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { BODY, CASES, has, PUBLIC_KEY, SECRET, snippets } from './guide-snippets.ts';

test.skipIf(!has('go', 'version'))(
  'in Go, a callback is verified (needs go)',
  () => {
    const home = mkdtempSync(join(tmpdir(), 'keyframe-go-'));
    const fields = (headers: object) =>
      Object.entries(headers).map(([name, value]) => `header.Set("${name}", "${value}")`);
    const cases = [SECRET, PUBLIC_KEY].flatMap((key) =>
      CASES.map(
        ({ headers, isAccepted }) => `{
    header := http.Header{}
    ${fields(headers).join('\n')}
    if (callbacks.Verify(${JSON.stringify(key)}, header, []byte(${JSON.stringify(BODY)})) == nil) != ${isAccepted} { os.Exit(1) }
  }`,
      ),
    );
    try {
      writeFileSync(join(home, 'go.mod'), 'module example.com/receiver\n\ngo 1.21\n');
      mkdirSync(join(home, 'callbacks'));
      writeFileSync(join(home, 'callbacks/verify.go'), snippets('go')[0]?.code ?? '');
      writeFileSync(
        join(home, 'main.go'),
        `package main\n\nimport (\n"net/http"\n"os"\n"example.com/receiver/callbacks"\n)\n\nfunc main() {\n${cases.join('\n')}\n}\n`,
      );
      const env = {
        ...process.env,
        HOME: home,
        GOFLAGS: '-mod=mod',
        GOPATH: join(home, 'gopath'),
        GOCACHE: join(home, 'cache'),
      };
      const { status, stderr } = spawnSync('go', ['run', '.'], { cwd: home, encoding: 'utf8', env });
      expect(stderr).toBe('');
      expect(status).toBe(0);
    } finally {
      spawnSync('chmod', ['-R', 'u+w', home]);
      rmSync(home, { recursive: true, force: true });
    }
  },
  400_000,
);
