import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './root.ts';

const { stdout } = spawnSync('git', ['ls-files', '*.md', '**/*.md'], { cwd: ROOT, encoding: 'utf8' });
const pages = [...new Set(stdout.split('\n'))]
  .filter((file) => file !== '')
  .map((file) => ({ file, text: readFileSync(join(ROOT, file), 'utf8') }));

test('no page holds what a merge could not decide', () => {
  expect(pages.length).toBeGreaterThan(50);
  expect(pages.filter(({ text }) => /^(?:<{7}|>{7}) /m.test(text)).map(({ file }) => file)).toEqual([]);
});

test('every link of a page to a file of the repository leads to one', () => {
  const links = pages.flatMap(({ file, text }) =>
    [...text.replaceAll(/^```[\s\S]*?^```|`[^`\n]*`(?!\]\()/gm, '').matchAll(/\]\(([^)\s]+)\)/g)].map(
      ([, target = '']) => ({
        file,
        target,
      }),
    ),
  );
  const broken = links
    // The addresses of the docs site are checked by its build.
    .filter(({ target }) => !/^(?:[a-z]+:|#|\/docs\/)/.test(target))
    .filter(({ file, target }) => !existsSync(join(ROOT, dirname(file), target.replace(/#.*$/, ''))));
  expect(broken).toEqual([]);
});
