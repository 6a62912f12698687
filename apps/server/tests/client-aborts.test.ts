// Clients that hang up.
import { connect } from 'node:net';
import { eventually } from '@keyframe/test-kit';
import { expect, test } from 'vitest';
import { givenOwner } from './support/database.ts';
import { parsePrometheus, sumSamples } from './support/prometheus.ts';
import { useServer } from './support/server.ts';

const { connection, request, url } = useServer();

function open() {
  return connect({ port: Number(new URL(url('/')).port), host: '127.0.0.1' });
}

async function countRequests(status: string): Promise<number> {
  const samples = parsePrometheus(await (await request('/metrics')).text());
  return sumSamples(samples, 'http_server_request_duration_seconds_count', {
    http_response_status_code: status,
  });
}

test.each([
  ['announced', 'Content-Length: 100\r\n\r\n{"model"'],
  ['in chunks', 'Transfer-Encoding: chunked\r\n\r\n8\r\n{"model"\r\n'],
])(
  'a client that hangs up in the middle of a body that comes %s is no failure of the server',
  async (_, rest) => {
    const { key } = await givenOwner(connection);
    const before = await countRequests('400');
    const head = `POST /v1/videos/generations HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\n`;
    const socket = open();
    socket.write(head + rest, () => socket.destroy());
    await eventually('the counted abort', async () => (await countRequests('400')) === before + 1);
    expect(await countRequests('500')).toBe(0);
  },
);
