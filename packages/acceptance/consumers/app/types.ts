// Code of users: the types of each package accept correct code and reject mistakes.

import { OpenAPIHono } from '@hono/zod-openapi';
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
import { document } from '@keyframe/contract/document';
import { type Handlers, Model, registerRoutes } from '@keyframe/contract/hono';
import { type Change, diffDocuments, loadVersion } from '@keyframe/contract-gate';
import { createProject } from '@keyframe/create';
import { type Mock, startMock } from '@keyframe/mock';
import createFetchClient, { type MethodResponse } from '@keyframe/openapi-fetch';
import { isJson } from '@keyframe/openapi-runtime/http';
import { objectOf } from '@keyframe/openapi-runtime/schema';

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
export const model: 'video-2-0' | 'video-2-0-fast' | 'video-2-0-mini' = Model.parse('video-2-0');

export const serve = (handlers: Handlers): OpenAPIHono =>
  registerRoutes(new OpenAPIHono(), handlers, { security: false });
// @ts-expect-error a handler is missing
export const serveNothing = () => registerRoutes(new OpenAPIHono(), {}, { security: false });

export const mock: Promise<Mock> = startMock({ port: 0 });
export const documentMock: DocumentMock = createMock({ openapi: '3.1.1', paths: {} });
export const served = async (): Promise<string> => (await serveMock(documentMock)).url;
export const plugin: OpenApiHonoPlugin = openapiHono({ document: 'api.yaml', out: 'generated' });
export const operations = async (): Promise<string[]> =>
  (await loadDocument('api.yaml')).operations.map(({ id }) => id);
export const changes = async (): Promise<Change[]> =>
  diffDocuments({ old: await loadVersion('git:v1:api.yaml'), new: await loadVersion('api.yaml') });
export const json: boolean = isJson('application/json');
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
