import type { OperationDefinition } from '../client/operation-definition.ts';
import type { OperationTypes } from '../client/operation-types.ts';
import { resolvePointer } from '../json-pointer.ts';
import { createRequest } from './locate-work.ts';
import type { ParameterSources, WorkDefinition } from './work-definition.ts';

type ResultReader = WorkDefinition['result'] & object;

/** Takes the result from the last reading. */
export const selectResult =
  (pointer: string): ResultReader =>
  (_, { data }) =>
    resolvePointer(data, pointer);

/** Reads the result by an operation, whose parameters are from the request and the response of the last reading. */
export const requestResult =
  (operation: OperationDefinition, sources: ParameterSources): ResultReader =>
  (client, exchange, { call, signal }) =>
    client.send<OperationTypes>(operation, {
      request: createRequest(sources, exchange),
      options: { ...call, signal },
    });

/** Cancels work by an operation, whose parameters are from the request of the reader. */
export const requestCancellation =
  (operation: OperationDefinition, sources: ParameterSources): WorkDefinition['cancel'] & object =>
  (client, exchange, options) =>
    client.send<OperationTypes>(operation, { request: createRequest(sources, exchange), options });
