import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { type Client, createClient, type VideoGenerationRequest } from '@keyframe/client';
import { defineCommand, type Streams, UsageError, type Values } from '@keyframe/openapi-tooling/command/run';
import type { LoadedCommand } from '../loaded-command.ts';
import { resolveCredentials } from '../service/credentials.ts';
import { isHttpUrl } from '../service/read-url.ts';
import { findServiceErrorStatus } from '../service/service-error.ts';
import { generateVideo, type VideoOutcome } from '../service/video/generate-video.ts';
import { createProgress } from '../service/video/progress.ts';
import {
  findLatestVideo,
  identifyAccount,
  isUnfinished,
  openVideo,
  type StoredVideo,
} from '../service/video/video-record.ts';

const DEFAULT_MODEL = 'video-2-0';

const OPTIONS = {
  model: { value: '<model>', description: `model (default: ${DEFAULT_MODEL})` },
  image: {
    value: '<url>',
    description: 'public URL of the first frame; a second one is the last frame (repeatable)',
    isRepeatable: true,
  },
  duration: { value: '<seconds>', description: 'playback time of the video' },
  resolution: { value: '<resolution>', description: '480p, 720p, 1080p or 4k' },
  'aspect-ratio': { value: '<ratio>', description: 'width to height, such as 16:9' },
  wait: { description: 'wait until the video is done; an interrupted run continues where it was' },
  out: { value: '<file>', description: 'wait, then save the video to this file' },
  resume: { description: 'continue the latest unfinished run' },
  json: { description: 'print the outcome as JSON, and progress as JSON, one line for each step' },
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
        : await openVideo(streams.env, { account, ...readRequest(prompt, values) });
    const outcome = await runVisibly(createClient(credentials), stored, { isJson: values.json, streams });
    print(outcome, values.json, streams);
    return outcome.status === 'failed' ? 1 : 0;
  },
});

/** Loads the command that generates a video. */
export async function loadVideo(): Promise<LoadedCommand> {
  return { command: videoCommand, findErrorStatus: findServiceErrorStatus, exitsBySignal: true };
}

async function runVisibly(
  client: Client,
  stored: StoredVideo,
  { isJson, streams }: { isJson: boolean; streams: Streams },
): Promise<VideoOutcome> {
  const { signal, err } = streams;
  try {
    using progress = createProgress(streams, isJson);
    return await generateVideo({ client, progress, signal }, stored);
  } catch (error) {
    if (await isUnfinished(stored))
      err(
        'Run the same command again, or keyframe video --resume: it continues the same task, which is charged once.',
      );
    throw error;
  }
}

const NEW_VIDEO = ['model', 'image', 'duration', 'resolution', 'aspect-ratio', 'wait', 'out'] as const;

function findUnfinished({ resume, ...others }: Values<typeof OPTIONS>, account: string, { env }: Streams) {
  if (!resume) throw new UsageError('Expected <prompt> or --resume.');
  const extra = NEW_VIDEO.find((name) => [others[name]].flat().some(Boolean));
  if (extra !== undefined) {
    throw new UsageError(
      `--${extra} is for a new video: --resume continues one with the options of its run.`,
    );
  }
  return findLatestVideo(env, account);
}

function readRequest(prompt: string, values: Values<typeof OPTIONS>) {
  const out = values.out === undefined ? undefined : resolve(values.out);
  // Known before anything is paid.
  if (out !== undefined && !isWritable(out)) {
    throw new UsageError(`--out must be a file in a folder that exists (got "${values.out}").`);
  }
  const { model = DEFAULT_MODEL, image, resolution } = values;
  for (const url of image) checkImage(url);
  const input = {
    prompt,
    ...(values.duration !== undefined && { duration: readDuration(values.duration) }),
    ...(resolution !== undefined && { resolution }),
    ...(values['aspect-ratio'] !== undefined && { aspect_ratio: values['aspect-ratio'] }),
    ...(image.length > 0 && { generation_type: 'image-to-video', image_urls: image }),
  };
  // The service checks the values, and knows newer ones than this command.
  const request = { model, input } as VideoGenerationRequest;
  return { request, waits: values.wait || out !== undefined, out };
}

function isWritable(path: string): boolean {
  const folder = statSync(dirname(path), { throwIfNoEntry: false });
  return folder?.isDirectory() === true && statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true;
}

function checkImage(text: string): void {
  if (isHttpUrl(text)) return;
  throw new UsageError(
    `--image must be an http or https URL on a public host, from which the service downloads it (got "${text}"). The service takes no files: upload a local one to such a host first.`,
  );
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
