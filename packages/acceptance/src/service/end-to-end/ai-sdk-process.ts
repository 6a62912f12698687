// A process of an application with the AI SDK: starts a video, or reads the status of one that another process has started.
import { createKeyframe } from '@keyframe/ai-sdk-provider';
import { experimental_getVideoStatus as getVideoStatus, experimental_startVideo as startVideo } from 'ai';

const VIDEO = { prompt: 'a lighthouse at dusk', duration: 4, resolution: '854x480' } as const;

// The key and the address come from the environment.
const model = createKeyframe().video('video-2-0');
const [stored] = process.argv.slice(2);
if (stored === undefined) {
  const { operation } = await startVideo({ ...VIDEO, model });
  console.log(JSON.stringify(operation));
} else {
  const result = await getVideoStatus(model, { operation: JSON.parse(stored) });
  const [video] = result.status === 'completed' ? result.videos : [];
  const bytes = video?.type === 'binary' ? video.data.length : 0;
  console.log(JSON.stringify({ status: result.status, bytes }));
}
