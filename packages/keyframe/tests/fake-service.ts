// The service's answers that its commands need, on loopback.
import { createServer, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { listen } from '@keyframe/test-kit';

export const KEY = 'sk_test_canary';

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** A running service; `await using` stops it. */
export interface FakeService extends AsyncDisposable {
  readonly url: string;
  /** Idempotency keys of the submissions, in their order. */
  readonly submissions: string[];
}

/** Starts a service; `onSubmission` runs before a submission is answered, and may cut the connection by an error. */
export async function startFakeService(
  onSubmission: (key: string) => void = () => undefined,
  outcome: object = { status: 'completed', billing_status: 'charged', failed_reason: null },
): Promise<FakeService> {
  const submissions: string[] = [];
  const answer = async (request: IncomingMessage, url: string): Promise<Answer | Buffer> => {
    const { method, headers } = request;
    const path = request.url ?? '';
    if (path === '/cat.mp4') return Buffer.from('a video');
    if (headers.authorization !== `Bearer ${KEY}`) {
      return { status: 401, body: { error: { code: 'invalid_api_key', message: 'Unknown key.' } } };
    }
    if (path === '/v1/credits') return { status: 200, body: { mode: 'test', available: 90, reserved: 0 } };
    const task = { id: 'task_1', created_at: 1_795_172_400, model: 'video-2-0', credits: 20, ...outcome };
    const data = {
      results: [`${url}/cat.mp4`],
      video_expires_at: '2027-11-21T11:00:00.000Z',
      last_frame_url: null,
      processing_time: 1,
    };
    const record = { ...task, ...('failed_reason' in outcome && outcome.failed_reason === null && { data }) };
    if (path.endsWith('/deliveries')) return { status: 200, body: { data: [] } };
    if (path.startsWith('/v1/tasks?')) return { status: 200, body: { data: [record], next_cursor: null } };
    if (method === 'GET') return { status: 200, body: record };
    await json(request);
    const key = String(headers['idempotency-key']);
    submissions.push(key);
    onSubmission(key);
    return { status: 202, body: { taskId: 'task_1', credits: 20 } };
  };
  const server = createServer((request, response) => {
    const url = `http://${request.headers.host}`;
    answer(request, url).then(
      (result) => {
        if (Buffer.isBuffer(result)) return response.end(result);
        response.writeHead(result.status, { 'content-type': 'application/json' });
        return response.end(JSON.stringify(result.body));
      },
      () => response.destroy(),
    );
  });
  const listening = await listen(server);
  return { url: listening.url, submissions, [Symbol.asyncDispose]: () => listening[Symbol.asyncDispose]() };
}
