// Verbs in paths: `PUT /stores/update/{id}` and `POST /stores/{id}/delete` are operations of `/stores/{id}`.
import { type Method, type OpenApiModel, type Operation, toResourcePath } from '@keyframe/openapi-model';
import type { Conventions } from '../conventions/conventions.ts';

const VERBS = ['creatingVerb', 'readingVerb', 'changingVerb', 'deletingVerb'] as const;

type Verb = (typeof VERBS)[number];

/** Reads the verbs in the paths of a model: resource paths lack them, and resource methods are those that they mean. */
export function readVerbs(model: OpenApiModel, conventions: Conventions): OpenApiModel {
  const operations = model.operations.map((operation) => readOperation(operation, conventions));
  const isSame = operations.every((operation, index) => operation === model.operations[index]);
  return isSame ? model : { ...model, operations };
}

/** Reports whether verbs were read in the path of an operation. */
export function hasVerbs({ path, resourcePath }: Pick<Operation, 'path' | 'resourcePath'>): boolean {
  return toResourcePath(path) !== resourcePath;
}

function readOperation(operation: Operation, conventions: Conventions): Operation {
  const segments = operation.resourcePath
    .split('/')
    .filter((segment) => !isVerb(segment, conventions, VERBS));
  const resourcePath = segments.join('/');
  if (resourcePath === operation.resourcePath) return operation;
  return { ...operation, resourcePath, resourceMethod: readMethod(operation, conventions) };
}

function readMethod({ method, resourcePath }: Operation, conventions: Conventions): Method {
  const segments = resourcePath.split('/');
  const has = (verb: Verb) => segments.some((segment) => isVerb(segment, conventions, [verb]));
  if (has('deletingVerb')) return 'delete';
  if (has('creatingVerb') && method === 'put') return 'post';
  if (has('changingVerb') && method === 'post') return 'patch';
  // A POST that reads has its question in the body.
  return has('readingVerb') && method === 'post' ? 'query' : method;
}

function isVerb(segment: string, conventions: Conventions, verbs: readonly Verb[]): boolean {
  return !segment.includes('{') && verbs.some((verb) => conventions.matches(verb, segment));
}
