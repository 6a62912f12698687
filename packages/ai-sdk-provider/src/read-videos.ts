import type { Experimental_VideoModelV4VideoData as VideoModelV4VideoData } from '@ai-sdk/provider';
import type { Client, CompletedTask } from '@keyframe/client';

const MEDIA_TYPE = 'video/mp4';

/** Services that download the videos of a task. */
export interface VideoSource {
  readonly client: Client;
  readonly baseUrl: string;
  readonly signal: AbortSignal | undefined;
}

/**
 * Returns the videos of a completed task. The SDK downloads from public hosts only, so that videos of the service's own
 * host, which may be private, are downloaded by the client.
 */
export function readVideos(
  { client, baseUrl, signal }: VideoSource,
  task: CompletedTask,
): Promise<VideoModelV4VideoData[]> {
  const { origin } = new URL(baseUrl);
  return Promise.all(
    task.data.results.map(async (url, file) => {
      if (new URL(url).origin !== origin) return { type: 'url', url, mediaType: MEDIA_TYPE };
      const response = await client.results.download(task, { file, signal });
      return { type: 'binary', data: new Uint8Array(await response.arrayBuffer()), mediaType: MEDIA_TYPE };
    }),
  );
}
