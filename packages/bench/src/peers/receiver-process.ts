// Helper: takes callbacks over TLS, answers 200 as soon as one is read, and keeps no connection.
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { generate } from 'selfsigned';
import { answerParent } from '../process/answer-parent.ts';
import type { ReceiverAnswer, ReceiverQuestion } from './receiver.ts';

const round = { count: 0, firstAt: 0, lastAt: 0, wanted: Number.POSITIVE_INFINITY, complete: () => {} };

function note(): void {
  round.lastAt = performance.now();
  if (round.count === 0) round.firstAt = round.lastAt;
  round.count += 1;
  if (round.count === round.wanted) round.complete();
}

async function listen(): Promise<Pick<ReceiverAnswer, 'port' | 'certificate'>> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'Keyframe bench' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] },
    ],
  });
  const server: Server = createServer({ key, cert }, (request, response) => {
    request.resume().once('end', () => {
      note();
      response.writeHead(200, { connection: 'close', 'content-length': 0 }).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { port: (server.address() as AddressInfo).port, certificate: cert };
}

function received(count: number): Promise<void> {
  return new Promise((resolve) => {
    if (round.count >= count) return resolve();
    Object.assign(round, { wanted: count, complete: resolve });
  });
}

const listening = listen();
answerParent<ReceiverQuestion, ReceiverAnswer>(async (question) => {
  if (question.kind === 'restart') Object.assign(round, { count: 0, wanted: Number.POSITIVE_INFINITY });
  else await received(question.count);
  return { ...(await listening), elapsedMs: round.lastAt - round.firstAt };
});
