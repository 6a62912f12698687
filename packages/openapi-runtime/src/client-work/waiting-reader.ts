import type { AnyRequest, OperationDefinition, RequestWriter } from '../client/operation-definition.ts';

/**
 * Makes an operation that has parameters in every request: a reader that requests a response when the work ends, for at most
 * some milliseconds, or a start that prefers one before.
 */
export function createWaitingReader(
  reader: OperationDefinition,
  parameters: Pick<AnyRequest, 'header' | 'query'>,
  ms?: number,
): OperationDefinition {
  const write: RequestWriter = (_, request, { options }) => {
    for (const location of ['header', 'query'] as const) {
      if (parameters[location]) request[location] = { ...parameters[location], ...request[location] };
    }
    if (ms !== undefined) options.timeout = (options.timeout ?? 0) + ms;
  };
  return { ...reader, write: [write, ...(reader.write ?? [])] };
}
