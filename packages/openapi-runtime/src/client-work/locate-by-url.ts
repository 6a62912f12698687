// Work whose start returns a URL, such as `Location` or a `polling_url`.
import type { OperationDefinition, RequestWriter } from '../client/operation-definition.ts';
import { locateByParameters } from './locate-work.ts';
import type { ValueSource, WorkLocator } from './work-definition.ts';

/** Locates work by a URL. If the reader has its path, the id consists of the values in it, otherwise it is the URL. */
export function locateByUrl(reader: OperationDefinition, source: ValueSource): WorkLocator {
  const names = Array.from(reader.path.matchAll(/\{([^}]*)\}/g), ([, name = '']) => name);
  const values = locateByParameters(names.map((name) => ['path', name, `/${name}`]));
  const url = locateByParameters([['path', 'url', source]]);
  return {
    write(exchange) {
      const address = url.write(exchange);
      const data = address && matchPath(reader.path, address);
      return (data && values.write({ data })) || address;
    },
    read(id) {
      if (!/^(?:https?:)?\//i.test(id)) return values.read(id);
      return { request: {}, reader: { ...reader, write: [writeUrl(id)] } };
    },
  };
}

/** Reads the parameters of a path at the end of a URL; undefined if the URL has another path. */
function matchPath(path: string, url: string): Record<string, string> | undefined {
  const segments = url
    .replace(/\/?(?:[?#].*)?$/s, '')
    .split('/')
    .reverse();
  const values: Record<string, string> = {};
  for (const [index, literal] of path.split('/').slice(1).reverse().entries()) {
    const [, name] = /^\{(.*)\}$/.exec(literal) ?? [];
    const segment = segments[index] ?? '';
    if (name === undefined && segment !== literal) return undefined;
    if (name !== undefined) values[name] = decodeURIComponent(segment);
  }
  return values;
}

// The credentials of the client go along, so that a URL may not lead elsewhere.
const writeUrl =
  (url: string): RequestWriter =>
  (parts, _, { definition, errors }) => {
    const { href, origin } = new URL(url, parts.url);
    if (origin !== new URL(parts.url).origin) {
      throw errors.configuration(`${definition.id}: the work is at another origin: ${origin}.`);
    }
    parts.url = href;
  };
