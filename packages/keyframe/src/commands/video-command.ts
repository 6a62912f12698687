import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { type Client, createClient, isKeyframeError, type VideoGenerationRequest } from '@keyframe/client';
import { defineCommand, JSON_OPTION, type Streams, type Values } from '../command/command.ts';
import { UsageError } from '../command/usage-error.ts';
import type { LoadedCommand } from '../loaded-command.ts';
import { type Credentials, resolveCredentials } from '../service/credentials.ts';
import { isHttpUrl } from '../service/read-url.ts';
import { SERVICE_ERRORS } from '../service/service-error.ts';
import { generateVideo, type VideoOutcome } from '../service/video/generate-video.ts';
import { locateImage, serveImages } from '../service/video/local-images.ts';
import { createProgress } from '../service/video/progress.ts';
import {
  findLatestVideo,
  identifyAccount,
  isUnfinished,
  openVideo,
  type StoredVideo,
} from '../service/video/video-record.ts';

const DEFAULT_MODEL = 'video-2-0';
const DEFAULT_IMAGE_PORT = 4030;
const MAX_PORT = 65_535;

const OPTIONS = {
  model: { value: '<model>', description: `model (default: ${DEFAULT_MODEL})` },
  image: {
    value: '<url>',
    description:
      'public URL of the first frame, or its file if the service is on this machine; a second one is the last frame (repeatable)',
    isRepeatable: true,
  },
  'image-port': {
    value: '<port>',
    description: `port on which files of --image are served to the service (default: ${DEFAULT_IMAGE_PORT})`,
  },
  duration: { value: '<seconds>', description: 'playback time of the video' },
  resolution: { value: '<resolution>', description: '480p, 720p, 1080p or 4k' },
  'aspect-ratio': { value: '<ratio>', description: 'width to height, such as 16:9' },
  wait: { description: 'wait until the video is done; an interrupted run continues where it was' },
  out: { value: '<file>', description: 'wait, then save the video to this file' },
  resume: { description: 'continue the latest unfinished run' },
  ...JSON_OPTION,
} as const;

const videoCommand = defineCommand({
  name: 'video',
  summary: 'generate a video with the service',
  description:
    'Submits a video to the service of keyframe login. If a run is interrupted, the same command, or --resume, continues the same task, which is charged once. Exits with 1 if the task fails.',
  arguments: ['[<prompt>]'],
  options: OPTIONS,
  async run({ values, positionals: [prompt] }, streams) {
    const credentials = await resolveCredentials(streams.env);
    const account = identifyAccount(credentials);
    const stored =
      prompt === undefined
        ? await findUnfinished(values, account, streams)
        : await openVideo(streams.env, { account, ...(await readRequest(prompt, values, credentials)) });
    const outcome = await runVisibly(createClient(credentials), stored, { isJson: values.json, streams });
    print(outcome, values.json, streams);
    return outcome.status === 'failed' ? 1 : 0;
  },
});

/** Loads the command that generates a video. */
export async function loadVideo(): Promise<LoadedCommand> {
  return { command: videoCommand, ...SERVICE_ERRORS, exitsBySignal: true };
}

async function runVisibly(
  client: Client,
  stored: StoredVideo,
  { isJson, streams }: { isJson: boolean; streams: Streams },
): Promise<VideoOutcome> {
  const { signal, err } = streams;
  const { images = [] } = stored.record;
  await using _ = await serveImages(images, (path) =>
    err(`${path} has changed: the service can no longer download it.`),
  );
  try {
    using progress = createProgress(streams, isJson);
    return await generateVideo({ client, progress, signal }, stored);
  } catch (error) {
    if (await isUnfinished(stored))
      err(
        'Run the same command again, or keyframe video --resume: it continues the same task, which is charged once.',
      );
    const [image] = images;
    if (image && isKeyframeError(error) && error.code === 'invalid_request') {
      const { host } = new URL(image.url);
      err(`A service downloads files of this machine if it was started with EGRESS_ALLOW=${host}.`);
    }
    throw error;
  }
}

const NEW_VIDEO = [
  'model',
  'image',
  'image-port',
  'duration',
  'resolution',
  'aspect-ratio',
  'wait',
  'out',
] as const;

function findUnfinished({ resume, ...options }: Values<typeof OPTIONS>, account: string, { env }: Streams) {
  if (!resume) throw new UsageError('Expected <prompt> or --resume.');
  const extra = NEW_VIDEO.find((name) => [options[name]].flat().some(Boolean));
  if (extra !== undefined) {
    throw new UsageError(
      `--${extra} is for a new video: --resume continues one with the options of its run.`,
    );
  }
  return findLatestVideo(env, account);
}

async function readRequest(prompt: string, values: Values<typeof OPTIONS>, { baseUrl }: Credentials) {
  const out = values.out === undefined ? undefined : resolve(values.out);
  // Known before anything is paid.
  if (out !== undefined && !isWritable(out)) {
    throw new UsageError(`--out must be a file in a folder that exists (got "${values.out}").`);
  }
  const { model = DEFAULT_MODEL, image, resolution } = values;
  const port = readPort(values['image-port']);
  const located = await Promise.all(
    image.map((text) => (isHttpUrl(text) ? { url: text } : locateImage(text, { baseUrl, port }))),
  );
  const images = located.filter((image) => 'path' in image);
  const input = {
    prompt,
    ...(values.duration !== undefined && { duration: readDuration(values.duration) }),
    ...(resolution !== undefined && { resolution }),
    ...(values['aspect-ratio'] !== undefined && { aspect_ratio: values['aspect-ratio'] }),
    ...(image.length > 0 && { generation_type: 'image-to-video', image_urls: located.map(({ url }) => url) }),
  };
  // The service checks the values, and knows newer ones than this command.
  const request = { model, input } as VideoGenerationRequest;
  // The service downloads a local image when it starts the task.
  const waits = values.wait || out !== undefined || images.length > 0;
  return { request, waits, out, ...(images.length > 0 && { images }) };
}

function isWritable(path: string): boolean {
  const folder = statSync(dirname(path), { throwIfNoEntry: false });
  return folder?.isDirectory() === true && statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true;
}

function readPort(text: string | undefined): number {
  if (text === undefined) return DEFAULT_IMAGE_PORT;
  if (/^\d{1,5}$/.test(text) && Number(text) > 0 && Number(text) <= MAX_PORT) return Number(text);
  throw new UsageError(`--image-port must be a whole number from 1 to ${MAX_PORT} (got "${text}").`);
}

function readDuration(text: string): number {
  if (/^\d{1,4}$/.test(text)) return Number(text);
  throw new UsageError(`--duration must be a number of seconds (got "${text}").`);
}

function print(outcome: VideoOutcome, isJson: boolean, { out, err }: Streams): void {
  const { taskId, status, failedReason, billingStatus, results = [], file } = outcome;
  if (isJson) out(JSON.stringify(outcome));
  else if (status === 'failed') err(`${taskId} failed: ${failedReason} (credits: ${billingStatus}).`);
  else if (status === 'accepted') out(taskId);
  else for (const result of file === undefined ? results : [file]) out(result);
}
