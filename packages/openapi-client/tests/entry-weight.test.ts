import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

// Node itself reports the modules that it loads, including those that a search through sources would miss.
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

test('a client loads only the runtime, and no modules of Node', () => {
  const entry = new URL('shop/generated/index.ts', import.meta.url).href;
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', LIST_IMPORTS], {
    env: { ...process.env, ENTRY: entry },
    encoding: 'utf8',
  });
  const specifiers: string[] = JSON.parse(output);
  const others = specifiers.slice(1).filter((specifier) => !specifier.startsWith('.'));
  expect([...new Set(others)].sort()).toEqual(['@keyframe/openapi-runtime/client']);
});
