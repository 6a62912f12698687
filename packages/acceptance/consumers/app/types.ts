// Code of users: the types of each package accept correct code and reject mistakes.

import { createKeyframe, type KeyframeProvider } from '@keyframe/ai-sdk-provider';
import { defineConfig, type KeyframeConfig } from '@keyframe/cli';
import { createMock, type Mock as DocumentMock, loadDocument, serveMock } from '@keyframe/cli/mock';
import { createHandlers } from '@keyframe/cli/msw';
import { routeMock } from '@keyframe/cli/playwright';
import { type OpenApiHonoPlugin, openapiHono } from '@keyframe/cli/vite';
import {
  createClient,
  type FinishedTask,
  isKeyframeError,
  type VideoGenerationRequest,
} from '@keyframe/client';
import { listTasks } from '@keyframe/client/tasks';
import { createCallbackHandler, unwrapCallback } from '@keyframe/client/webhooks';
import type { components, paths } from '@keyframe/contract';
import document from '@keyframe/contract/openapi.json' with { type: 'json' };
import { type Change, diffDocuments, loadVersion } from '@keyframe/contract-gate';
import { createProject } from '@keyframe/create';
import { type Mock, startMock } from '@keyframe/mock';
import createFetchClient, { type MethodResponse } from '@keyframe/openapi-fetch';
import { isClientError } from '@keyframe/openapi-runtime/client';
import { objectOf, z } from '@keyframe/openapi-runtime/server';

const client = createClient({ apiKey: 'sk_test_a', baseUrl: 'http://127.0.0.1:4000' });

export async function generateVideo(): Promise<string> {
  const request: VideoGenerationRequest = {
    model: 'video-2-0',
    input: { prompt: 'a calm sea', duration: 4 },
  };
  const task = await client.videos.generate(request);
  const status: 'completed' = task.status;
  return status;
}

// @ts-expect-error 3 is below the shortest duration
export const tooShort: VideoGenerationRequest = { model: 'video-2-0', input: { prompt: 'a', duration: 3 } };

export async function readError(id: string): Promise<number | undefined> {
  const task: FinishedTask | undefined = await client.tasks.wait(id).catch((error: unknown) => {
    if (isKeyframeError(error)) return undefined;
    throw error;
  });
  // @ts-expect-error a finished task is never queued
  if (task?.status === 'queued') return 0;
  return task?.status === 'failed' ? 1 : undefined;
}

export async function countFailed(): Promise<number> {
  let count = 0;
  for await (const task of listTasks(client, { status: 'failed' })) {
    const reason: string | null = task.failed_reason;
    if (reason !== null) count += 1;
  }
  // @ts-expect-error no status of a task
  listTasks(client, { status: 'lost' });
  return count;
}

export const handle = createCallbackHandler({
  secrets: ['whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIz'],
  onEvent: () => undefined,
});
export const unwrap: typeof unwrapCallback = unwrapCallback;

export type Body = paths['/v1/videos/generations']['post']['requestBody']['content']['application/json'];
export type Task = components['schemas']['Task'];
export const title: unknown = document.info;
export const model: unknown = z.enum(['video-2-0']).parse('video-2-0');

export const mock: Promise<Mock> = startMock({ port: 0 });
export const documentMock: DocumentMock = createMock({ openapi: '3.1.1', paths: {} });
export const served = async (): Promise<string> => (await serveMock(documentMock)).url;
export const plugin: OpenApiHonoPlugin = openapiHono({ document: 'api.yaml', out: 'generated' });
export const operations = async (): Promise<string[]> =>
  (await loadDocument('api.yaml')).operations.map(({ id }) => id);
export const changes = async (): Promise<Change[]> =>
  diffDocuments({ old: await loadVersion('git:v1:api.yaml'), new: await loadVersion('api.yaml') });
export const isFailure: boolean = isClientError(new Error('failure'));
export { createHandlers, objectOf, routeMock };

const provider: KeyframeProvider = createKeyframe({ apiKey: 'sk_test_a', baseUrl: 'http://127.0.0.1:4000' });

export const videoModel: 'v4' = provider.video('video-2-0').specificationVersion;
// @ts-expect-error: secrets are a list
createKeyframe({ webhookSecrets: 'whsec_a' });

export const toolConfig: KeyframeConfig = defineConfig({
  apis: { things: { document: 'openapi.yaml', outputs: { client: { out: 'src/client', statuses: 'any' } } } },
});

// @ts-expect-error an API needs a document
export const withoutDocument = defineConfig({ apis: { things: {} } });

const api = createFetchClient<paths>({ baseUrl: 'http://127.0.0.1:4000' });

export async function readTask(id: string): Promise<string> {
  const { data, error } = await api.GET('/v1/tasks/{id}', { params: { path: { id } } });
  return data ? data.status : error.error.code;
}
// @ts-expect-error the id is missing
api.GET('/v1/tasks/{id}');
export type FoundTask = MethodResponse<typeof api, 'get', '/v1/tasks/{id}'>;

export const created: Promise<string[]> = createProject('project', { name: 'project' });
