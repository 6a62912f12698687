import type { Operation } from '@keyframe/openapi-model';

/** Names an operation for people: `POST /things`. */
export function formatOperation({ method, path }: Pick<Operation, 'method' | 'path'>): string {
  return `${method.toUpperCase()} ${path}`;
}
