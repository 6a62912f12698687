import type {
  Experimental_VideoModelV4OperationStatusResult as StatusResult,
  Experimental_VideoModelV4 as VideoModelV4,
} from '@ai-sdk/provider';
import type { CallOptions, Client, VideoGenerationRequest } from '@keyframe/client';
import { convertOptions } from './convert-options.ts';
import { describeTask } from './describe-task.ts';
import { describeOperation, readTaskId } from './operation.ts';
import { createPollSchedule } from './poll-schedule.ts';
import { toApiCallError } from './to-api-call-error.ts';
import { createVerifiedWebhook } from './verify-webhook.ts';

/** Model of the service; later models are strings that the service checks. */
export type KeyframeVideoModelId = VideoGenerationRequest['model'] | (string & {});

/** Services of a model. */
export interface ModelServices {
  readonly client: Client;
  readonly baseUrl: string;
  readonly webhookSecrets: readonly string[] | undefined;
}

type StartOptions = Parameters<NonNullable<VideoModelV4['doStart']>>[0];
type StatusOptions = Parameters<NonNullable<VideoModelV4['doStatus']>>[0];

const PROVIDER = 'keyframe.video';

/** Creates a video model that starts a task of the service and reads its status. */
export function createVideoModel(modelId: KeyframeVideoModelId, services: ModelServices): VideoModelV4 {
  const { client, baseUrl, webhookSecrets } = services;
  const schedule = createPollSchedule<StatusResult>();

  const describeResponse = ({ headers }: Response) => ({
    timestamp: new Date(),
    modelId,
    headers: Object.fromEntries(headers),
  });

  async function startTask({ webhookUrl, ...options }: StartOptions) {
    const { input, warnings } = convertOptions(options);
    const body: VideoGenerationRequest = {
      model: modelId as VideoGenerationRequest['model'],
      input,
      ...(webhookUrl !== undefined && { callback_url: webhookUrl }),
    };
    const { 'idempotency-key': idempotencyKey, ...headers } = lowerCaseNames(options.headers);
    const call = { ...readCallOptions({ ...options, headers }), idempotencyKey };
    const { data, response } = await client.videos
      .create(body, call)
      .withResponse()
      .catch((error: unknown) => {
        throw toApiCallError(error, { url: `${baseUrl}/v1/videos/generations`, body });
      });
    const { taskId, credits } = data;
    return {
      operation: describeOperation(taskId),
      warnings,
      providerMetadata: { keyframe: { taskId, credits } },
      response: describeResponse(response),
    };
  }

  async function readStatus(options: StatusOptions): Promise<StatusResult> {
    const taskId = readTaskId(options.operation);
    const scheduled = schedule.find(taskId);
    if (scheduled !== undefined) return scheduled;
    try {
      const { data: task, response } = await client.tasks
        .get(taskId, readCallOptions(options))
        .withResponse();
      const source = { client, baseUrl, signal: options.abortSignal };
      const result = await describeTask(task, source, describeResponse(response));
      if (result.status === 'pending') schedule.note(taskId, result, response.headers);
      return result;
    } catch (error) {
      throw toApiCallError(error, { url: `${baseUrl}/v1/tasks/${taskId}` });
    }
  }

  return {
    specificationVersion: 'v4',
    provider: PROVIDER,
    modelId,
    maxVideosPerCall: 1,
    handleWebhookOption: ({ webhook }) => createVerifiedWebhook(webhook, webhookSecrets),
    doStart: startTask,
    doStatus: readStatus,
  };
}

/** The SDK retries by itself, as often as its caller wants. */
function readCallOptions({
  abortSignal,
  headers,
}: Pick<StatusOptions, 'abortSignal' | 'headers'>): CallOptions {
  return { signal: abortSignal, headers: lowerCaseNames(headers), retries: 0 };
}

function lowerCaseNames(headers: StatusOptions['headers'] = {}): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name.toLowerCase(), value] as const],
    ),
  );
}
