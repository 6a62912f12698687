import { appendPointer } from '@keyframe/openapi-model';
import { templateKey } from '../../prepare-model.ts';
import type { Rule } from '../rule.ts';
import { listPaths, shareMethod } from './hono-paths.ts';

/** Finds templates that differ in the names of their parameters only; those that share a method cannot be kept. */
export const identicalTemplates: Rule = {
  name: 'identical-templates',
  level: 'warning',
  kind: 'document',
  check: ({ value }, { report }) => {
    const first = new Map<string, string>();
    for (const path of listPaths(value.paths)) {
      const key = templateKey(path);
      const original = first.get(key);
      first.set(key, original ?? path);
      if (original === undefined || shareMethod(value.paths, path, original)) continue;
      const message = `The templates ${original} and ${path} are identical, which OpenAPI does not allow.`;
      report(appendPointer('#/paths', path), message, `Move its operations to ${original}.`);
    }
  },
};

/** Finds paths with a query or a fragment, which routers never reach. */
export const pathQueries: Rule = {
  name: 'path-queries',
  level: 'warning',
  kind: 'document',
  check: ({ value }, { report }) => {
    for (const path of listPaths(value.paths)) {
      if (!/[?#]/.test(path)) continue;
      const message = path.includes('#')
        ? `Clients do not send fragments, so ${path} is reachable only if "#" is written as %23.`
        : `Routers match paths without their query, so ${path} is unreachable.`;
      const repair = 'Declare parameters, or use the generated routes.';
      report(appendPointer('#/paths', path), message, repair);
    }
  },
};
