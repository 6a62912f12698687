import type {
  Experimental_VideoModelV4OperationStatusResult as StatusResult,
  Experimental_VideoModelV4VideoData as VideoData,
} from '@ai-sdk/provider';
import type { Client, CompletedTask, Task } from '@keyframe/client';

const MEDIA_TYPE = 'video/mp4';

/** Services that download the videos of a task. */
export interface VideoSource {
  readonly client: Client;
  readonly baseUrl: string;
  readonly signal?: AbortSignal | undefined;
}

/** Converts the record of a task to the SDK's status. */
export async function describeTask(
  task: Task,
  source: VideoSource,
  response: StatusResult['response'],
): Promise<StatusResult> {
  if (task.status === 'completed') {
    const { last_frame_url: lastFrameUrl, video_expires_at: expiresAt } = task.data;
    const providerMetadata = { keyframe: { taskId: task.id, lastFrameUrl, expiresAt } };
    const videos = await readVideos(source, task);
    return { status: 'completed', videos, warnings: [], providerMetadata, response };
  }
  const providerMetadata = { keyframe: { taskId: task.id, status: task.status } };
  if (task.status !== 'failed') return { status: 'pending', providerMetadata, response };
  const error = `Task ${task.id} failed: ${task.failed_reason}.`;
  return { status: 'error', error, providerMetadata, response };
}

// The SDK downloads from public hosts only; the service's own host may be private.
function readVideos({ client, baseUrl, signal }: VideoSource, task: CompletedTask): Promise<VideoData[]> {
  const { origin } = new URL(baseUrl);
  return Promise.all(
    task.data.results.map(async (url, file) => {
      if (new URL(url).origin !== origin) return { type: 'url', url, mediaType: MEDIA_TYPE };
      const response = await client.results.download(task, { file, signal });
      return { type: 'binary', data: new Uint8Array(await response.arrayBuffer()), mediaType: MEDIA_TYPE };
    }),
  );
}
