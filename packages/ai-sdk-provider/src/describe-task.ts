import type { Experimental_VideoModelV4OperationStatusResult as StatusResult } from '@ai-sdk/provider';
import type { Task } from '@keyframe/client';
import { readVideos, type VideoSource } from './read-videos.ts';

/** Converts the record of a task to the SDK's status. */
export async function describeTask(
  task: Task,
  source: VideoSource,
  response: StatusResult['response'],
): Promise<StatusResult> {
  if (task.status === 'completed') {
    const videos = await readVideos(source, task);
    const { last_frame_url: lastFrameUrl, video_expires_at: expiresAt } = task.data;
    const providerMetadata = { keyframe: { taskId: task.id, lastFrameUrl, expiresAt } };
    return { status: 'completed', videos, warnings: [], providerMetadata, response };
  }
  const providerMetadata = { keyframe: { taskId: task.id, status: task.status } };
  if (task.status !== 'failed') return { status: 'pending', providerMetadata, response };
  const error = `Task ${task.id} failed: ${task.failed_reason}.`;
  return { status: 'error', error, providerMetadata, response };
}
