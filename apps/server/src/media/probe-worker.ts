// The script of a probing thread: one medium, one report.
import { parentPort, workerData } from 'node:worker_threads';
import type { MediaSource } from './probe.ts';
import { openMediaBytes } from './probe-media-bytes.ts';
import { type ProbeReport, probeTimedMedia } from './probe-timed-media.ts';
import { UnreadableMediaError } from './unreadable-media-error.ts';

async function probe(source: MediaSource): Promise<ProbeReport> {
  const bytes = await openMediaBytes(source);
  try {
    return { media: await probeTimedMedia(source, bytes) };
  } catch (error) {
    if (error instanceof UnreadableMediaError) return { problem: error.problem };
    return { problem: 'its content is damaged or cut short', cause: error };
  } finally {
    await bytes.close();
  }
}

parentPort?.postMessage(await probe(workerData));
