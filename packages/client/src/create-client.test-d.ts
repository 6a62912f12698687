// Checked by tsc, never run: an expected error that does not occur fails the type check.
import type { Client, FinishedTask, Task } from './index.ts';

declare const client: Client;
const prompt = 'a lighthouse at dusk';
const url = 'https://example.com/image.png';

client.videos.create({ model: 'video-2-0', input: { prompt } });
client.videos.create({
  model: 'video-2-0-mini',
  input: { prompt, generation_type: 'text-to-video', duration: 15 },
});
client.videos.create({
  model: 'video-2-0',
  input: { prompt, generation_type: 'image-to-video', image_urls: [url] },
});
client.videos.create({
  model: 'video-2-0-fast',
  input: { prompt, generation_type: 'image-to-video', image_urls: [url, url] },
});
client.videos.create({
  model: 'video-2-0',
  input: { prompt, generation_type: 'reference-to-video', video_urls: [url] },
});

// @ts-expect-error the model is missing
client.videos.create({ input: { prompt } });
// @ts-expect-error there is no such model
client.videos.create({ model: 'video-9', input: { prompt } });
// @ts-expect-error the prompt is missing
client.videos.create({ model: 'video-2-0', input: {} });
// @ts-expect-error image-to-video needs images
client.videos.create({ model: 'video-2-0', input: { prompt, generation_type: 'image-to-video' } });
client.videos.create({
  model: 'video-2-0',
  // @ts-expect-error at least one
  input: { prompt, generation_type: 'image-to-video', image_urls: [] },
});
client.videos.create({
  model: 'video-2-0',
  // @ts-expect-error at most two
  input: { prompt, generation_type: 'image-to-video', image_urls: [url, url, url] },
});
// @ts-expect-error 4 is the shortest
client.videos.create({ model: 'video-2-0', input: { prompt, duration: 3 } });
// @ts-expect-error a misspelt setting
client.videos.create({ model: 'video-2-0', input: { prompt, aspectRatio: '16:9' } });

/** Shows that `status` narrows a record to the members of this status. */
export function narrowed(task: Task, finished: FinishedTask): (string | null)[] {
  if (task.status === 'completed')
    return [...task.data.results, task.data.last_frame_url, task.failed_reason];
  // @ts-expect-error only a completed task has data
  if (task.status === 'failed') return task.data.results;
  // @ts-expect-error a finished task is never queued
  if (finished.status === 'queued') return [];
  return finished.status === 'failed' ? [finished.failed_reason satisfies string] : finished.data.results;
}
