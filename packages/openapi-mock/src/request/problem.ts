import { joinPointer } from '@keyframe/openapi-runtime/wire';

/** Parts of a request. */
export type RequestPart = 'body' | 'cookie' | 'header' | 'path' | 'query';

/** A rule of the document that a request violates. */
export interface RequestProblem {
  kind: 'invalid' | 'media_type' | 'too_large';
  part: RequestPart;
  /** The name of the parameter, or the path to a member of the body. */
  path: readonly (number | string)[];
  /** Follows the name of the member: `must be an integer (got "x")`. */
  message: string;
}

/** Writes a problem as one sentence for people: `input.duration: must be at least 4 (got 3)`. */
export function describeProblem({ part, path, message }: Omit<RequestProblem, 'kind'>): string {
  return `${path.length === 0 ? part : path.join('.')}: ${message}`;
}

/** Names the member of a problem: a JSON pointer for the body, otherwise the name of the parameter. */
export function nameMember({ part, path }: RequestProblem): string | undefined {
  if (part !== 'body') return path.length === 0 ? undefined : String(path[0]);
  return path.length === 0 ? undefined : joinPointer(path);
}
