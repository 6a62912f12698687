import { decodePercent } from '@keyframe/openapi-runtime/wire';
import { isItemPath } from './path-templates.ts';

const BASE = 'http://localhost';

/**
 * Reads the parameters of a path in the URL of a resource, by the index of their segment: `a` in `https://api.example/v1/tasks/a` for
 * `/tasks/{id}`. Undefined if the URL ends with another path.
 */
export function matchUrl(url: string, path: string): ReadonlyMap<number, string> | undefined {
  if (!URL.canParse(url, BASE)) return undefined;
  const segments = path.split('/').slice(1);
  const { pathname } = new URL(url, BASE);
  const all = pathname.split('/').slice(1);
  const actual = (all.at(-1) === '' ? all.slice(0, -1) : all).slice(-segments.length);
  if (actual.length < segments.length) return undefined;
  const values = new Map<number, string>();
  for (const [index, segment] of segments.entries()) {
    const text = actual[index] ?? '';
    if (isItemPath(`/${segment}`) && text !== '') values.set(index + 1, decodePercent(text));
    else if (segment !== text) return undefined;
  }
  return values;
}
