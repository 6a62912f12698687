// Serves the results of tasks: the same small video for each.
import { getSampleVideo } from './sample-video.ts';

/** The path below which results are. */
export const RESULTS_PATH = '/results/';

/** Answers a request for a result, also for a range of its bytes; undefined for any other request. */
export function serveVideo(request: Request, { pathname }: URL): Response | undefined {
  if (!pathname.startsWith(RESULTS_PATH) || !pathname.endsWith('.mp4')) return undefined;
  if (request.method !== 'GET' && request.method !== 'HEAD') return undefined;
  const video = getSampleVideo();
  const headers = {
    'content-type': 'video/mp4',
    'accept-ranges': 'bytes',
    'access-control-allow-origin': '*',
  };
  const range = parseRange(request.headers.get('range'), video.length);
  const bytes = range ? video.subarray(range.start, range.end) : video;
  const length = { 'content-length': String(bytes.length) };
  const body = request.method === 'HEAD' ? null : bytes;
  if (!range) return new Response(body, { headers: { ...headers, ...length } });
  const contentRange = `bytes ${range.start}-${range.end - 1}/${video.length}`;
  return new Response(body, {
    status: 206,
    headers: { ...headers, ...length, 'content-range': contentRange },
  });
}

function parseRange(header: string | null, size: number): { start: number; end: number } | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  const start = first === '' ? Math.max(size - Number(last), 0) : Number(first);
  const end = first === '' || last === '' ? size : Math.min(Number(last) + 1, size);
  return start < end ? { start, end } : undefined;
}
