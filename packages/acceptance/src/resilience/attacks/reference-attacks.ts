// Attacks by references that keep the fetches and the media processes of all owners busy.
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { plainPng, progressiveJpeg } from '@keyframe/media-process/costly-media';
import { eventually, listen } from '@keyframe/test-kit';
import { createAccount } from '../../support/account.ts';
import { startReceiver } from '../../support/receiver.ts';
import { type Service, startService } from '../../support/service.ts';
import type { Attack } from './attack.ts';
import { PLAIN, secondsToComplete, submit } from './submit-task.ts';

const PHOTO = plainPng({ width: 64, height: 64, bitsPerSample: 8, rows: 64 });
const CHUNK_BYTES = 2_400;
const CHUNK_MS = 100;
const SLOW_FILE_BYTES = 20_000_000;
const SAMPLE_MS = 100;

interface Probe {
  stop(): Promise<number>;
}

/** Measures the median of response times until it is stopped, in milliseconds. */
function measureResponses({ url, testKey }: Service): Probe {
  const stopping = new AbortController();
  const times: number[] = [];
  const measure = async () => {
    while (!stopping.signal.aborted) {
      const startedAt = performance.now();
      await fetch(`${url}/v1/credits`, { headers: { authorization: `Bearer ${testKey}` } });
      times.push(performance.now() - startedAt);
      await sleep(SAMPLE_MS);
    }
  };
  const measured = measure();
  return {
    async stop() {
      stopping.abort();
      await measured;
      return times.toSorted((left, right) => left - right)[Math.floor(times.length / 2)] ?? 0;
    },
  };
}

function withImages(urls: readonly string[]): object {
  return { ...PLAIN, generation_type: 'reference-to-video', image_urls: urls };
}

/** Four sandbox owners, each with four tasks of nine JPEGs that have the maximum of scans and coefficients. */
export const costlyImages: Attack = async () => {
  await using host = await startReceiver();
  const costly = progressiveJpeg({ width: 7_000, height: 7_000, scans: 97 });
  const urls = Array.from({ length: 9 }, (_, index) =>
    host.serve(`/costly-${index}.jpg`, { type: 'image/jpeg', bytes: costly }),
  );
  const photo = host.serve('/photo.png', { type: 'image/png', bytes: PHOTO });
  await using service = await startService({ env: host.env });
  await secondsToComplete(service, service.liveKey, withImages([photo]));
  const quiet = measureResponses(service);
  const alone = await secondsToComplete(service, service.liveKey, withImages([photo]));
  const quietMs = await quiet.stop();
  const busy = measureResponses(service);
  for (let owner = 0; owner < 4; owner += 1) {
    const { key } = await createAccount(service.operator, { credits: 10_000 });
    for (let count = 0; count < 4; count += 1) await submit(service, key, withImages(urls));
  }
  const seconds = await secondsToComplete(service, service.liveKey, withImages([photo]));
  const busyMs = await busy.stop();
  return {
    before:
      'a live task of another owner failed as invalid_material after 171 s; p50 of the API from 22 to 153 ms',
    after: `a live task of another owner completed after ${seconds.toFixed(1)} s (${alone.toFixed(1)} s alone); p50 of the API from ${quietMs.toFixed(0)} to ${busyMs.toFixed(0)} ms`,
    bound: '60 s more than alone',
    isWithinBound: seconds < alone + 60,
  };
};

/** Twenty sandbox owners, more than fetches have room for, each with 20 tasks whose host sends an image at 24 kB/s. */
export const slowHosts: Attack = async () => {
  const slow = createServer(async (_request, response) => {
    response.writeHead(200, { 'content-type': 'image/png', 'content-length': SLOW_FILE_BYTES });
    while (!response.destroyed) {
      response.write(Buffer.alloc(CHUNK_BYTES));
      await sleep(CHUNK_MS);
    }
  });
  await using slowHost = await listen(slow);
  await using host = await startReceiver();
  const address = `127.0.0.1:${slowHost.port}`;
  const photo = host.serve('/photo.png', { type: 'image/png', bytes: PHOTO });
  await using service = await startService({
    env: { ...host.env, EGRESS_ALLOW: `${host.env.EGRESS_ALLOW},${address}` },
  });
  const other = await createAccount(service.operator, { credits: 10_000 });
  const alone = await secondsToComplete(service, other.key, withImages([photo]));
  for (let owner = 0; owner < 20; owner += 1) {
    const { key } = await createAccount(service.operator, { credits: 100_000 });
    for (let count = 0; count < 20; count += 1) {
      await submit(service, key, withImages([`http://${address}/slow.png`]));
    }
  }
  await eventually('fetches of the slow hosts', () => slowHost.connections >= 128);
  const seconds = await secondsToComplete(service, other.key, withImages([photo]));
  return {
    before: 'with eight owners: 118 s instead of 2.7 s for a task of another owner with one reference',
    after: `${seconds.toFixed(1)} s instead of ${alone.toFixed(1)} s, with ${slowHost.connections} fetches of slow hosts so far`,
    bound: '30 s',
    isWithinBound: seconds < 30,
  };
};
