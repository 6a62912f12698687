import type { OperationDefinition } from './operation-definition.ts';

/** The definition of one response of a route. */
export interface ResponseDefinition {
  headers?: unknown;
  content?: Readonly<Record<string, { schema?: unknown } | undefined>>;
}

/** Finds what an operation documents for a status: the status itself, its range, or the default. */
export function findResponse(
  operation: OperationDefinition,
  status: number,
): { key: string; definition: ResponseDefinition } | undefined {
  const responses = operation.route.responses as Readonly<Record<string, ResponseDefinition | undefined>>;
  for (const key of [String(status), `${Math.trunc(status / 100)}XX`, 'default']) {
    const definition = Object.hasOwn(responses, key) ? responses[key] : undefined;
    if (definition) return { key, definition };
  }
  return undefined;
}
