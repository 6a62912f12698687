// Finds the operation that a request is for.
import { isJsonObject, type Method, type OpenApiModel, type Operation } from '@keyframe/openapi-model';
import {
  bySpecificity,
  decodePercent,
  matchQuery,
  matchTemplate,
  type PathTemplate,
  readTemplate,
} from '@keyframe/openapi-runtime/wire';

/** An operation, and the decoded texts of the parameters in its path. */
export interface Route {
  operation: Operation;
  /** Encoded, as they were sent. */
  path: ReadonlyMap<string, string>;
}

/** The route of a request; without one, the methods that the path documents, which may be none. */
export type Routing = { route: Route } | { allowed: readonly Method[] };

interface Entry {
  template: PathTemplate;
  operations: Map<Method, Operation>;
}

/** Routes requests to the operations of a document, with or without the base path of one of its servers. */
export class Router {
  readonly #byLength = new Map<number, Entry[]>();
  readonly #basePaths: readonly string[];

  constructor({ operations, document }: Pick<OpenApiModel, 'document' | 'operations'>) {
    this.#basePaths = listBasePaths(document);
    const byPath = new Map<string, Entry>();
    for (const operation of operations) {
      const { path, method } = operation;
      const entry = byPath.get(path) ?? { template: readTemplate(path), operations: new Map() };
      entry.operations.set(method.toLowerCase(), operation);
      byPath.set(path, entry);
    }
    const entries = [...byPath.values()];
    entries.sort((left, right) => bySpecificity(left.template, right.template));
    for (const entry of entries) {
      const { length } = entry.template.segments;
      this.#byLength.set(length, [...(this.#byLength.get(length) ?? []), entry]);
    }
  }

  /** Finds the operation of a request; a HEAD request is for the GET operation unless it has its own. */
  find(method: string, url: URL): Routing {
    const name: Method = method.toLowerCase();
    const allowed = new Set<Method>();
    for (const { operations, path } of this.#listMatches(url)) {
      const operation = operations.get(name) ?? (name === 'head' ? operations.get('get') : undefined);
      if (operation) return { route: { operation, path } };
      for (const one of operations.keys()) allowed.add(one);
    }
    return { allowed: [...allowed] };
  }

  *#listMatches(url: URL): Generator<Pick<Entry, 'operations'> & Pick<Route, 'path'>> {
    for (const pathname of this.#listPaths(url.pathname)) {
      for (const { template, operations } of this.#byLength.get(pathname.split('/').length - 1) ?? []) {
        const path = matchTemplate(template, pathname);
        if (path && matchQuery(template, url.href)) yield { operations, path };
      }
    }
  }

  #listPaths(pathname: string): string[] {
    const normal = decodePercent(pathname) === pathname ? pathname : decodeUnreserved(pathname);
    const inner = this.#basePaths
      .filter((base) => normal.startsWith(`${base}/`))
      .map((base) => normal.slice(base.length));
    return [normal, ...inner];
  }
}

// Templates are compared with paths in which all but reserved characters is decoded.
function decodeUnreserved(pathname: string): string {
  try {
    return decodeURI(pathname.replaceAll('%25', '%2525'));
  } catch {
    return pathname;
  }
}

function listBasePaths(document: OpenApiModel['document']): string[] {
  const servers = Array.isArray(document.servers) ? document.servers : [];
  const paths = servers.flatMap((server) => {
    if (!isJsonObject(server) || typeof server.url !== 'string') return [];
    const { variables } = server;
    const url = server.url.replaceAll(/\{([^{}]*)\}/g, (_, name: string) => {
      const variable = isJsonObject(variables) ? variables[name] : undefined;
      return isJsonObject(variable) ? String(variable.default) : '';
    });
    return URL.canParse(url, 'http://localhost') ? [new URL(url, 'http://localhost').pathname] : [];
  });
  return [...new Set(paths.map((path) => path.replace(/\/+$/, '')))].filter((path) => path !== '');
}
