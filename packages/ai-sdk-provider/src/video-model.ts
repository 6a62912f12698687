import {
  InvalidArgumentError,
  type JSONValue,
  type Experimental_VideoModelV4OperationStatusResult as StatusResult,
  type Experimental_VideoModelV4 as VideoModelV4,
} from '@ai-sdk/provider';
import type { CallOptions, VideoGenerationRequest } from '@keyframe/client';
import { convertOptions } from './convert-options.ts';
import { describeTask, type VideoSource } from './describe-task.ts';
import { PollSchedule } from './poll-schedule.ts';
import { toApiCallError } from './to-api-call-error.ts';
import { createVerifiedWebhook } from './verify-webhook.ts';

/** Model of the service; later models are strings that the service checks. */
export type KeyframeVideoModelId = VideoGenerationRequest['model'] | (string & {});

/** Services of a model. */
export interface ModelServices extends VideoSource {
  readonly webhookSecrets: readonly string[] | undefined;
}

type StatusOptions = Parameters<NonNullable<VideoModelV4['doStatus']>>[0];

/** Creates a video model that starts a task of the service and reads its status. */
export function createVideoModel(modelId: KeyframeVideoModelId, services: ModelServices): VideoModelV4 {
  const { client, webhookSecrets } = services;
  const schedule = new PollSchedule<StatusResult>();
  const describeResponse = ({ headers }: Response) => ({
    timestamp: new Date(),
    modelId,
    headers: Object.fromEntries(headers),
  });
  return {
    specificationVersion: 'v4',
    provider: 'keyframe.video',
    modelId,
    maxVideosPerCall: 1,
    handleWebhookOption: createVerifiedWebhook(webhookSecrets),

    async doStart({ webhookUrl, ...options }) {
      const { input, warnings } = convertOptions(options);
      const body: VideoGenerationRequest = { model: modelId as VideoGenerationRequest['model'], input };
      if (webhookUrl !== undefined) body.callback_url = webhookUrl;
      try {
        // The SDK's idempotency key is one of the headers.
        const { data, response } = await client.videos.create(body, readCallOptions(options)).withResponse();
        const { taskId, credits } = data;
        const providerMetadata = { keyframe: { taskId, credits } };
        return { operation: { taskId }, warnings, providerMetadata, response: describeResponse(response) };
      } catch (error) {
        throw toApiCallError(error, body);
      }
    },

    async doStatus(options) {
      const taskId = readTaskId(options.operation);
      const scheduled = schedule.find(taskId);
      if (scheduled !== undefined) return scheduled;
      try {
        const { data, response } = await client.tasks.get(taskId, readCallOptions(options)).withResponse();
        const source = { ...services, signal: options.abortSignal };
        const result = await describeTask(data, source, describeResponse(response));
        if (result.status === 'pending') schedule.note(taskId, result, response.headers);
        return result;
      } catch (error) {
        throw toApiCallError(error);
      }
    },
  };
}

/** The SDK retries by itself, as often as its caller wants. */
function readCallOptions({ abortSignal, headers = {} }: Omit<StatusOptions, 'operation'>): CallOptions {
  const present = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  return { signal: abortSignal, headers: Object.fromEntries(present), retries: 0 };
}

function readTaskId(operation: JSONValue): string {
  const taskId = operation instanceof Object && 'taskId' in operation ? operation.taskId : undefined;
  if (typeof taskId === 'string') return taskId;
  const message = 'operation must be the one that starting a video returned, such as { "taskId": "task_…" }.';
  throw new InvalidArgumentError({ argument: 'operation', message });
}
