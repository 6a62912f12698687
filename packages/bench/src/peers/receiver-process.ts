// RPC process: takes callbacks over TLS and answers 200 as soon as one is read.
import { createServer } from 'node:https';
import { listen } from '@keyframe/test-kit';
import { generateCertificate } from '@keyframe/test-kit/tls';
import { serveParent } from '../process/serve-parent.ts';
import type { ReceiverRequest, ReceiverResponse } from './receiver.ts';

const round = { count: 0, firstAt: 0, lastAt: 0, wanted: Number.POSITIVE_INFINITY, complete: () => {} };

function note(): void {
  round.lastAt = performance.now();
  if (round.count === 0) round.firstAt = round.lastAt;
  round.count += 1;
  if (round.count === round.wanted) round.complete();
}

async function start(): Promise<Pick<ReceiverResponse, 'port' | 'certificate'>> {
  const { key, cert } = await generateCertificate();
  const server = createServer({ key, cert }, (request, response) => {
    request.resume().once('end', () => {
      note();
      response.writeHead(200, { 'content-length': 0 }).end();
    });
  });
  const { port } = await listen(server);
  return { port, certificate: cert };
}

function received(count: number): Promise<void> {
  return new Promise((resolve) => {
    if (round.count >= count) return resolve();
    Object.assign(round, { wanted: count, complete: resolve });
  });
}

const started = start();
serveParent<ReceiverRequest, ReceiverResponse>(async (request) => {
  if (request.kind === 'restart') Object.assign(round, { count: 0, wanted: Number.POSITIVE_INFINITY });
  else await received(request.count);
  return { ...(await started), elapsedMs: round.lastAt - round.firstAt };
});
