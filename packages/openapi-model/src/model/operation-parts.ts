// Questions about the parts of operations that their members alone do not answer.
import { canonicalPointer } from '../pointer.ts';
import type { Link, Operation, Parameter, Response } from './model.ts';
import type { LocatedSchema } from './schema.ts';

/** Returns the schema of the value of a parameter or header, which one with `content` states for its media type. */
export function findValueSchema({
  schema,
  content,
}: Pick<Parameter, 'content' | 'schema'>): LocatedSchema | undefined {
  return schema ?? content[0]?.schema;
}

/** Finds the documented response of a status: the status itself, its range, or `default`. */
export function findResponse(
  { responses }: Pick<Operation, 'responses'>,
  status: number | string,
): Response | undefined {
  const [text, range] = [String(status).toUpperCase(), `${String(status).charAt(0)}XX`];
  return [text, range, 'DEFAULT']
    .map((key) => responses.find((response) => response.status.toUpperCase() === key))
    .find((response) => response !== undefined);
}

/** Reports whether a link leads to an operation. */
export function isLinkTarget({ operationId, operationRef }: Link, operation: Operation): boolean {
  if (operationId !== undefined) return operationId === operation.operationId;
  return operationRef !== undefined && canonicalPointer(operationRef) === operation.pointer;
}

/** Names an operation, `POST /things/{id}`. */
export function formatOperation({ method, path }: Pick<Operation, 'method' | 'path'>): string {
  return `${method.toUpperCase()} ${path}`;
}
