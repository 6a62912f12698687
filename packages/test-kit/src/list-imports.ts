import { execFileSync } from 'node:child_process';

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

/** Lists the packages and built-in modules that a module loads, directly or not, each once. */
export function listImports(entry: URL): string[] {
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', LIST_IMPORTS], {
    env: { ...process.env, ENTRY: entry.href },
    encoding: 'utf8',
  });
  const specifiers: string[] = JSON.parse(output);
  const names = specifiers.filter((name) => !name.startsWith('.') && name !== entry.href);
  return [...new Set(names)].toSorted();
}
