/** Videos that the service generates on the route of the calling suite, and the files that references name. */
import type { FinishedTask, VideoGenerationRequest } from '@keyframe/client';
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest';
import type { ServedFile } from '../../../support/receiver.ts';
import { type Harness, startHarness } from '../harness.ts';

type Input = VideoGenerationRequest['input'];

const POLL = { pollInterval: 100, waitTimeout: 200_000 };
const SAMPLES_PER_SECOND = 8_000;

export async function download(url: string | null | undefined): Promise<ServedFile> {
  const response = await fetch(url ?? 'about:blank');
  expect(response.status).toBe(200);
  return {
    type: response.headers.get('content-type') ?? 'none',
    bytes: new Uint8Array(await response.arrayBuffer()),
  };
}

/** Starts a harness for the calling test file. */
export function useGenerations() {
  let harness: Harness;
  beforeAll(async () => {
    harness = await startHarness(inject('route'));
  });
  afterAll(() => harness?.[Symbol.asyncDispose]());
  afterEach(() => expect(harness.takeProblems()).toEqual([]));

  async function generate(input: Input, apiKey = harness.service.testKey): Promise<FinishedTask> {
    const client = harness.client(apiKey);
    const { taskId } = await client.videos.create({ model: 'video-2-0', input });
    return client.tasks.wait(taskId, POLL);
  }

  async function generateResult(input: Input, apiKey?: string) {
    const task = await generate(input, apiKey);
    if (task.status !== 'completed') throw new Error(`The task failed: ${task.failed_reason}`);
    return task.data;
  }

  return { harness: () => harness, generate, generateResult };
}

/** Makes a silent WAV: mono, 8 bits a sample. */
export function silentWav(seconds: number): Buffer {
  const samples = Buffer.alloc(Math.round(seconds * SAMPLES_PER_SECOND), 0x80);
  const head = Buffer.alloc(44);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(36 + samples.length, 4);
  head.write('WAVEfmt ', 8, 'latin1');
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20); // PCM
  head.writeUInt16LE(1, 22); // channels
  head.writeUInt32LE(SAMPLES_PER_SECOND, 24);
  head.writeUInt32LE(SAMPLES_PER_SECOND, 28); // bytes a second
  head.writeUInt16LE(1, 32); // bytes a sample
  head.writeUInt16LE(8, 34); // bits a sample
  head.write('data', 36, 'latin1');
  head.writeUInt32LE(samples.length, 40);
  return Buffer.concat([head, samples]);
}
