// Serves the results of tasks: the same small video for each.
import type { MockReply, MockRequest } from '@keyframe/openapi-mock';
import { getSampleVideo } from './sample-video.ts';

/** The path below which results are. */
export const RESULTS_PATH = '/results/';

/** Answers a request for a result, also for a range of its bytes; undefined for any other request. */
export function serveVideo({ method, url: { pathname }, headers }: MockRequest): MockReply | undefined {
  if (!pathname.startsWith(RESULTS_PATH) || !pathname.endsWith('.mp4')) return undefined;
  if (method !== 'GET' && method !== 'HEAD') return undefined;
  const video = getSampleVideo();
  const range = parseRange(headers.range, video.length);
  const bytes = range ? video.subarray(range.start, range.end) : video;
  return {
    status: range ? 206 : 200,
    headers: {
      'content-type': 'video/mp4',
      'accept-ranges': 'bytes',
      'access-control-allow-origin': '*',
      'content-length': String(bytes.length),
      ...(range && { 'content-range': `bytes ${range.start}-${range.end - 1}/${video.length}` }),
    },
    body: method === 'HEAD' ? undefined : bytes,
  };
}

function parseRange(header: string | undefined, size: number): { start: number; end: number } | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  const start = first === '' ? Math.max(size - Number(last), 0) : Number(first);
  const end = first === '' || last === '' ? size : Math.min(Number(last) + 1, size);
  return start < end ? { start, end } : undefined;
}
