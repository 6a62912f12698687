import type { VideoGenerationRequest } from '@keyframe/client';
import type { GenerationRequest } from '../provider.ts';

/**
 * Makes the submission upstream, as JSON: the task's own, defaults filled in and its seed drawn. References go by their
 * URLs; that they are allowed was seen before anything is paid for.
 */
export function upstreamRequest(
  { model, input, seed }: Pick<GenerationRequest, 'model' | 'input' | 'seed'>,
  callbackUrl: string | undefined,
): string {
  const references = Object.entries(input).filter(([, value]) => Array.isArray(value) && value.length === 0);
  const used = { ...input, ...Object.fromEntries(references.map(([name]) => [name, undefined])) };
  return JSON.stringify({ model, callback_url: callbackUrl, input: { ...used, seed } });
}

/** Reads what `upstreamRequest` made, perhaps an earlier version of it. */
export function parseUpstreamRequest(text: string): VideoGenerationRequest {
  return JSON.parse(text);
}
