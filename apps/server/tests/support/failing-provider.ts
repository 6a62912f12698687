/** Makes videos in every wrong way there is, chosen by the first word of the prompt; any other prompt gets a good one. */
import { readFile, writeFile } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import type { GenerationProvider, GenerationRequest } from '@keyframe/generation-provider';
import { sampleMp4 } from './sample-media.ts';

/** Controls of a failing provider for a test. */
export interface FailingProvider extends GenerationProvider {
  /** Video of a call that does not fail. */
  readonly video: Uint8Array;
  /** Lets the answers go that a provider gave too late, and waits until they have had every effect they may have. */
  answerLate(): Promise<void>;
}

interface Fault {
  readonly request: GenerationRequest;
  readonly onProgress: (fraction: number) => void;
  readonly video: Uint8Array;
  /** Resolves when the test lets late answers go. */
  readonly later: Promise<void>;
  /** Registers an effect that continues after the answer. */
  readonly goesOn: (effect: Promise<unknown>) => void;
}

type Answer = { readonly hasLastFrame: boolean };

const ANSWER: Answer = { hasLastFrame: false };

const FAULTS: Readonly<Record<string, (fault: Fault) => Promise<Answer>>> = {
  refuse: async () => {
    throw new Error('the provider refuses');
  },
  crash: () => {
    throw new Error('the provider crashed before it gave as much as a promise');
  },
  hang: () => new Promise(() => {}),
  late: async ({ request, video, later }) => {
    await later;
    await writeFile(request.videoPath, video);
    return ANSWER;
  },
  'late-refusal': async ({ later }) => {
    await later;
    throw new Error('the provider refuses, too late');
  },
  twice: async ({ request, onProgress, video, later, goesOn }) => {
    await writeFile(request.videoPath, video);
    const second = later.then(() => {
      onProgress(1);
      return writeFile(request.videoPath, 'the second answer');
    });
    goesOn(second);
    return ANSWER;
  },
  'no-file': async () => ANSWER,
  'empty-file': ({ request }) => writeFile(request.videoPath, '').then(() => ANSWER),
  'no-video': ({ request }) => writeFile(request.videoPath, '<!doctype html>').then(() => ANSWER),
  'half-a-video': ({ request, video }) =>
    writeFile(request.videoPath, video.subarray(0, video.byteLength / 2)).then(() => ANSWER),
  'no-last-frame': ({ request, video }) =>
    writeFile(request.videoPath, video).then(() => ({ hasLastFrame: true })),
  'kill-thread': async () => {
    const worker = new Worker('process.exit(7)', { eval: true });
    const code = await new Promise((resolve) => worker.once('exit', resolve));
    throw new Error(`the rendering thread ended with ${code}`);
  },
  /** Kills the process each time. */
  'kill-process': () => {
    process.kill(process.pid, 'SIGKILL');
    return new Promise(() => {});
  },
  /** Kills the process the first time; the task's next run finds the mark that the first one left. */
  'kill-process-once': async ({ request, video }) => {
    const mark = new URL(`file://${request.input.prompt.split(' ')[1]}`);
    const isSecond = await readFile(mark).then(
      () => true,
      () => false,
    );
    await writeFile(mark, request.taskId);
    if (!isSecond) process.kill(process.pid, 'SIGKILL');
    await writeFile(request.videoPath, video);
    return ANSWER;
  },
};

/** Creates the provider. */
export async function createFailingProvider(): Promise<FailingProvider> {
  const video = await sampleMp4(1);
  let late = Promise.withResolvers<void>();
  const effects: Promise<unknown>[] = [];
  const goesOn = (effect: Promise<unknown>) => void effects.push(effect.catch(() => {}));
  return {
    video,
    slots: { all: 4, perOwner: 4 },
    generate(request, { onProgress }) {
      const fault = FAULTS[request.input.prompt.split(' ')[0] ?? ''];
      const answer = fault
        ? fault({ request, onProgress, video, later: late.promise, goesOn })
        : writeFile(request.videoPath, video).then(() => ANSWER);
      if (!request.input.prompt.startsWith('hang')) goesOn(answer);
      return answer;
    },
    async answerLate() {
      late.resolve();
      late = Promise.withResolvers();
      await Promise.all(effects);
      // All consequences of an answer happen within the same turn.
      await new Promise((resolve) => setImmediate(resolve));
    },
    close: async () => {},
  };
}
