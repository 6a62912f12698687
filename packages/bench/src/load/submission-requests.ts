import type { LoadRequest } from './load.ts';

/** A submission as a front end sends it. */
const SUBMISSION = {
  model: 'video-2-0',
  input: {
    prompt: 'A lighthouse above a stormy sea at dusk, waves breaking over the rocks, slow aerial shot',
    duration: 5,
    aspect_ratio: '16:9',
    resolution: '720p',
  },
};

/** Makes one submission for each key. */
export function submissionRequests(keys: readonly string[]): LoadRequest[] {
  const body = JSON.stringify(SUBMISSION);
  return keys.map((key) => ({
    method: 'POST',
    path: '/v1/videos/generations',
    body,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
  }));
}
