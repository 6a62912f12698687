// The names that published packages export, read from the sources of their entries.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PUBLISHED, type PublishedPackage } from './published-packages.ts';
import { ROOT } from './root.ts';

const STATEMENT =
  /^export (?:type )?(?:\{([^}]*)\}|(\*)(?: from '([^']+)')|(?:declare )?(?:abstract )?(?:async )?(?:function\*?|const|let|class|interface|type|enum) (\w+))/gm;

/** Lists the names that a module exports, with those that it exports of other modules of its package. */
export function listExports(path: string): string[] {
  const names: string[] = [];
  for (const [, list, star, source = '', name] of readFileSync(path, 'utf8').matchAll(STATEMENT)) {
    if (name !== undefined) names.push(name);
    else if (star !== undefined && source.startsWith('.'))
      names.push(...listExports(join(dirname(path), source)));
    else names.push(...listNames(list ?? ''));
  }
  return [...new Set(names)];
}

/** Counts the names of each entry that users of a package can import. */
function countExports({ directory, manifest }: PublishedPackage): number {
  const sources = Object.keys(manifest.publishConfig?.exports ?? {})
    .map((entry) => manifest.exports?.[entry] ?? '')
    .filter((source) => source.endsWith('.ts'));
  const counts = sources.map((source) => listExports(join(ROOT, directory, source)).length);
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Lists each published package with the count of its names. */
export function countAllExports(): Readonly<Record<string, number>> {
  return Object.fromEntries(PUBLISHED.map((each) => [each.manifest.name, countExports(each)]));
}

function listNames(list: string): string[] {
  return list
    .split(',')
    .map(
      (item) =>
        item
          .trim()
          .replace(/^type /, '')
          .split(' as ')
          .at(-1) ?? '',
    )
    .filter((name) => name !== '');
}
