import { appendPointer, isJsonObject, memberOf } from '@keyframe/openapi-model';
import type { Rule } from '../rule.ts';

const ROUTER = 'createRoute of @hono/zod-openapi';

/** Finds path templates that Hono's own route syntax has no form for. */
export const partialSegments: Rule = {
  name: 'partial-segments',
  level: 'info',
  kind: 'document',
  check: ({ value }, { report }) => {
    for (const path of listPaths(value.paths)) {
      const [segment] = path.split('/').filter((token) => /\{/.test(token) && !/^\{[^{}]*\}$/.test(token));
      if (segment === undefined) continue;
      const message = `${ROUTER} reads "${segment}" as a single parameter with another name, so it misroutes requests for the path.`;
      const repair = 'Make each parameter a whole segment, or use the generated routes.';
      report(appendPointer('#/paths', path), message, repair);
    }
  },
};

/** Finds paths that an earlier template answers for, since Hono takes the first route that fits. */
export const shadowedPaths: Rule = {
  name: 'shadowed-paths',
  level: 'info',
  kind: 'document',
  check: ({ value }, { report }) => {
    const paths = listPaths(value.paths);
    for (const [index, path] of paths.entries()) {
      const earlier = paths
        .slice(0, index)
        .find((candidate) => isShadowed(path, candidate) && shareMethod(value.paths, path, candidate));
      if (earlier === undefined) continue;
      const message = `Hono uses the first matching route, ${earlier}; OpenAPI prefers ${path}.`;
      report(
        appendPointer('#/paths', path),
        message,
        `Declare it before ${earlier}, or use the generated routes.`,
      );
    }
  },
};

/** Finds methods that do not reach their own route. */
export const unreachableMethods: Rule = {
  name: 'unreachable-methods',
  level: 'warning',
  kind: 'pathItem',
  check: ({ value, pointer }, { report }) => {
    if (memberOf(value, 'head') !== undefined) {
      const message = 'Hono answers HEAD with the route of GET, so this operation is unreachable.';
      report(
        appendPointer(pointer, 'head'),
        message,
        'Describe its headers with GET, or use the generated routes.',
      );
    }
  },
};

/** Finds parts of a path item that @hono/zod-openapi drops when it emits a document. */
export const pathItemKeys: Rule = {
  name: 'path-item-keys',
  level: 'info',
  kind: 'document',
  check: ({ value }, { report }) => {
    const { paths } = value;
    for (const path of listPaths(paths)) {
      const item = isJsonObject(paths) ? paths[path] : undefined;
      const kept = Object.keys(isJsonObject(item) ? item : {}).filter((name) =>
        /^(?:summary|description|servers|parameters|x-.*)$/.test(name),
      );
      if (kept.length === 0) continue;
      const message = `@hono/zod-openapi omits ${kept.join(', ')} of this path item from the document that it emits.`;
      report(appendPointer('#/paths', path), message, 'Emit the document with the generated documentOf.');
    }
  },
};

/** Lists the paths of a document. */
export function listPaths(paths: unknown): string[] {
  return isJsonObject(paths) ? Object.keys(paths).filter((path) => path.startsWith('/')) : [];
}

// Whether a request for the path itself fits the earlier template, which is the less concrete of the two.
function isShadowed(path: string, earlier: string): boolean {
  const segments = path.split('/');
  const tokens = earlier.split('/');
  const fits = segments.every((segment, index) => segment === tokens[index] || isParameter(tokens[index]));
  const isMoreConcrete = segments.some(
    (segment, index) => !segment.includes('{') && isParameter(tokens[index]),
  );
  return segments.length === tokens.length && fits && isMoreConcrete;
}

function isParameter(segment: string | undefined): boolean {
  return segment !== undefined && /^\{[^{}]*\}$/.test(segment);
}

/** Reports whether two paths have an operation with the same method. */
export function shareMethod(paths: unknown, left: string, right: string): boolean {
  const listMethods = (path: string) => Object.keys(Object(isJsonObject(paths) ? paths[path] : undefined));
  return listMethods(left).some(
    (name) => /^(?:get|put|post|delete|options|patch)$/.test(name) && listMethods(right).includes(name),
  );
}
