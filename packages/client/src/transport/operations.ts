// A function per operation of the contract, typed by it; a generator could write this file.
import type { operations } from '@keyframe/contract';
import { ConfigurationError } from '../errors/configuration-error.ts';
import type { Answer } from './api-promise.ts';
import type { CallOptions, Transport } from './transport.ts';

type CreateVideoGeneration = operations['createVideoGeneration'];
type GetTask = operations['getTask'];

/** POST /v1/videos/generations */
export async function createVideoGeneration(
  transport: Transport,
  {
    body,
    header,
  }: {
    body: CreateVideoGeneration['requestBody']['content']['application/json'];
    header: Record<'Idempotency-Key', string>;
  },
  options?: CallOptions,
): Promise<Answer<CreateVideoGeneration['responses'][202]['content']['application/json']>> {
  return transport.send(
    {
      path: '/v1/videos/generations',
      headers: { 'Content-Type': 'application/json', ...header },
      body,
    },
    options,
  );
}

/** GET /v1/tasks/{id} */
export async function getTask(
  transport: Transport,
  { path }: { path: GetTask['parameters']['path'] },
  options?: CallOptions,
): Promise<Answer<GetTask['responses'][200]['content']['application/json']>> {
  return transport.send({ path: `/v1/tasks/${segment('task id', path.id)}` }, options);
}

/** GET /v1/credits */
export async function getCredits(
  transport: Transport,
  options?: CallOptions,
): Promise<Answer<operations['getCredits']['responses'][200]['content']['application/json']>> {
  return transport.send({ path: '/v1/credits' }, options);
}

/** GET /v1/models */
export async function listModels(
  transport: Transport,
  options?: CallOptions,
): Promise<Answer<operations['listModels']['responses'][200]['content']['application/json']>> {
  return transport.send({ path: '/v1/models' }, options);
}

/** Encodes a segment. URLs have no way to say `.` and `..` as one, and a missing one would ask for something else. */
function segment(name: string, value: string): string {
  if (typeof value === 'string' && !/^\.{0,2}$/.test(value)) return encodeURIComponent(value);
  throw new ConfigurationError(`Expected a ${name} (got ${JSON.stringify(value)}).`);
}
