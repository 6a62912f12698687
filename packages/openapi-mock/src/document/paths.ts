import type { Operation } from '@keyframe/openapi-model';

/** Names an operation for people: `POST /things`. */
export function formatOperation({ method, path }: Pick<Operation, 'method' | 'path'>): string {
  return `${method.toUpperCase()} ${path}`;
}

/** Removes a trailing slash: `/things/{id}/` is the same resource as `/things/{id}`. */
export function cutSlash(path: string): string {
  return path.replace(/\/$/, '');
}
