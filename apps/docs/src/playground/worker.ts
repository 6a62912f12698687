/** Derives the outputs of a document beside the page, which stays usable. */
import type { FileAssets } from '@keyframe/openapi-docs';
import { deriveOutputs, type Sources } from './derive-outputs.ts';

/** The message that starts the worker; it sends each output, and then `undefined`. */
export interface WorkerRequest {
  readonly sources: Sources;
  readonly assets: FileAssets;
}

addEventListener('message', async ({ data }: MessageEvent<WorkerRequest>) => {
  for await (const output of deriveOutputs(data.sources, data.assets)) postMessage(output);
  postMessage(undefined);
});
