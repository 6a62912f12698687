import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

const PACKAGE = new URL('..', import.meta.url);

// Node itself tells what it loads, so nothing can be overlooked that a search through sources would miss.
const LIST_IMPORTS = `
  import { registerHooks } from 'node:module';
  const loaded = [];
  registerHooks({
    resolve(specifier, context, next) {
      loaded.push(specifier);
      return next(specifier, context);
    },
  });
  await import(process.env.ENTRY);
  process.stdout.write(JSON.stringify(loaded));
`;

test('at run time the client loads its own modules and openapi-fetch, nothing of the contract', () => {
  const entry = new URL('src/index.ts', PACKAGE).href;
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', LIST_IMPORTS], {
    cwd: PACKAGE,
    env: { ...process.env, ENTRY: entry },
    encoding: 'utf8',
  });
  const specifiers: string[] = JSON.parse(output);
  expect(specifiers[0]).toBe(entry);
  expect(specifiers.slice(1).filter((specifier) => !specifier.startsWith('./'))).toEqual(['openapi-fetch']);
});
