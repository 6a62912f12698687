// Reads an image and makes a video of it, as the server does, and prints what native libraries its process has loaded.
import { INPUT } from '../../../../tests/support/task.ts';
import { createLocalProvider } from '../../../generation/local-provider.ts';
import { probeMedia } from '../probe-media.ts';

const [path = '', videoPath = '', lastFramePath = ''] = process.argv.slice(2);
const media = await probeMedia(path);
const provider = await createLocalProvider(1);
await provider.generate(
  {
    taskId: 'task_libraries',
    model: 'video-2-0',
    input: { ...INPUT, generation_type: 'image-to-video', duration: 4 },
    seed: 1,
    materials: { imagePaths: [path], videoPaths: [], audioPaths: [], pictureRatio: null },
    fidelity: 'preview',
    videoPath,
    lastFramePath,
  },
  { signal: new AbortController().signal, onProgress: () => {} },
);
await provider.close();
const { sharedObjects } = process.report.getReport() as unknown as { sharedObjects: string[] };
console.log(JSON.stringify({ media, sharedObjects }));
