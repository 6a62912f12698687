import type { DocumentClient } from '@keyframe/openapi-client/document-client';
import type { Operation } from '@keyframe/openapi-model';
import type { CallArguments, OperationTypes } from '@keyframe/openapi-runtime/internal';
import type { ToolAnswer } from './format-answer.ts';

/** The arguments of a request by location. */
export type ToolRequest = NonNullable<CallArguments['request']>;

/** Sends an operation, again after transient failures where that is safe. Throws ClientError. */
export async function sendOperation(
  { client, define }: DocumentClient,
  operation: Operation,
  { request, signal }: { request: ToolRequest; signal: AbortSignal },
): Promise<ToolAnswer> {
  const call = client.send<OperationTypes>(define(operation), { request, options: { signal } });
  const answer: unknown = await call.withResponse();
  return answer as ToolAnswer;
}
