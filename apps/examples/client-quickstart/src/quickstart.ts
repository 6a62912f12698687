// Generates a video and saves it. Reads KEYFRAME_API_KEY and KEYFRAME_BASE_URL from the environment.
import { writeFile } from 'node:fs/promises';
import { createClient, InsufficientCreditsError, TaskFailedError } from '@keyframe/client';

const [prompt = 'a red sun sinking into a calm sea', file = 'video.mp4'] = process.argv.slice(2);
const client = createClient();

try {
  const task = await client.videos.generate(
    { model: 'video-2-0', input: { prompt, duration: 4, aspect_ratio: '16:9' } },
    // With a stored id, another process can continue to wait: client.tasks.wait(taskId).
    { onAccepted: ({ taskId }) => console.log(`Accepted as ${taskId}.`) },
  );
  const video = await client.results.download(task);
  await writeFile(file, video.body ?? []);
  console.log(`Saved ${file}: ${task.credits} credits, ${task.data.processing_time} s.`);
} catch (error) {
  if (error instanceof TaskFailedError) console.error(`The task failed: ${error.reason}.`);
  else if (error instanceof InsufficientCreditsError)
    console.error(`${error.required} credits are needed, ${error.available} are left.`);
  else throw error;
  process.exitCode = 1;
}
