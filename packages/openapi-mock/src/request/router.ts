// Finds the operation that a request is for.
import { listServerPaths, type Method, type OpenApiModel, type Operation } from '@keyframe/openapi-model';
import {
  bySpecificity,
  decodePercent,
  matchQuery,
  matchTemplate,
  type PathTemplate,
  readTemplate,
} from '@keyframe/openapi-runtime/wire';

/** An operation, and the texts of the parameters in its path. */
export interface Route {
  operation: Operation;
  /** Encoded, as they were sent. */
  path: ReadonlyMap<string, string>;
  /** The path of the server in the URL, `/v1`; empty without one. */
  serverPath: string;
  /** The path that follows it. */
  pathname: string;
}

/** The route of a request; without one, the methods that the path documents, which may be none. */
export type Routing = { route: Route } | { allowed: readonly Method[] };

interface Entry {
  template: PathTemplate;
  operations: Map<Method, Operation>;
}

/** Routes requests to the operations of a document, with or without the path of one of their servers. */
export class Router {
  readonly #byLength = new Map<number, Entry[]>();
  readonly #serverPaths: ReadonlyMap<Operation, ReadonlySet<string>>;
  /** The paths of all servers, the longest first; the last one is empty. */
  readonly #prefixes: readonly string[];

  constructor({ operations }: Pick<OpenApiModel, 'operations'>) {
    this.#serverPaths = new Map(
      operations.map((operation) => [operation, new Set(['', ...listServerPaths(operation)])]),
    );
    const prefixes = new Set<string>();
    for (const paths of this.#serverPaths.values()) for (const path of paths) prefixes.add(path);
    this.#prefixes = [...prefixes].toSorted((left, right) => right.length - left.length);
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
    for (const { operations, ...match } of this.#listMatches(url)) {
      const isServed = (one: Operation) => this.#serverPaths.get(one)?.has(match.serverPath) ?? false;
      const operation = operations.get(name) ?? (name === 'head' ? operations.get('get') : undefined);
      if (operation && isServed(operation)) return { route: { operation, ...match } };
      for (const [key, candidate] of operations) if (isServed(candidate)) allowed.add(key);
    }
    return { allowed: [...allowed] };
  }

  *#listMatches(url: URL): Generator<Pick<Entry, 'operations'> & Omit<Route, 'operation'>> {
    const whole =
      decodePercent(url.pathname) === url.pathname ? url.pathname : decodeUnreserved(url.pathname);
    for (const serverPath of this.#prefixes) {
      if (!whole.startsWith(`${serverPath}/`)) continue;
      const pathname = whole.slice(serverPath.length);
      for (const { template, operations } of this.#byLength.get(pathname.split('/').length - 1) ?? []) {
        const path = matchTemplate(template, pathname);
        if (path && matchQuery(template, url.href)) yield { operations, path, serverPath, pathname };
      }
    }
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
