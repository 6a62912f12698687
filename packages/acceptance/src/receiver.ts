// A host of the internet as the service sees it, on loopback: it takes callbacks over TLS and serves reference media.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { generate } from 'selfsigned';
import { eventually } from './eventually.ts';

/** One delivery as it arrived. */
export interface Delivery {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** How a delivery is answered: by a status, or not at all. */
export type DeliveryAnswer = number | 'silence';

/** A file that the receiver serves. */
export interface ServedFile {
  type: string;
  bytes: Uint8Array;
}

/** A running receiver. */
export interface Receiver extends AsyncDisposable {
  readonly url: string;
  /** The same by a name, which has to be resolved. */
  readonly namedUrl: string;
  /** Lets the service call it: the entry of EGRESS_ALLOW and the file of EGRESS_CA. */
  readonly env: Readonly<Record<'EGRESS_ALLOW' | 'EGRESS_CA', string>>;
  /** Plans the answers to the deliveries of a path; when they are used up, and for other paths, it is 200. */
  answer(path: string, answers: readonly DeliveryAnswer[]): void;
  /** Serves a file, and gives its address. */
  serve(path: string, file: ServedFile): string;
  deliveries(path: string): readonly Delivery[];
  allDeliveries(): readonly Delivery[];
  /** Waits until a path has so many deliveries. */
  waitForDeliveries(path: string, count: number): Promise<readonly Delivery[]>;
}

function certificate() {
  return generate([{ name: 'commonName', value: 'Keyframe acceptance' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      {
        name: 'subjectAltName',
        altNames: [
          { type: 7, ip: '127.0.0.1' },
          { type: 2, value: 'localhost' },
        ],
      },
    ],
  });
}

function writeAnswer(response: ServerResponse, answer: DeliveryAnswer): void {
  if (answer === 'silence') return;
  response.writeHead(answer, answer >= 300 && answer < 400 ? { location: '/redirected' } : {}).end();
}

/** Starts a receiver on a free port. */
export async function startReceiver(): Promise<Receiver> {
  const { private: key, cert } = await certificate();
  const directory = await mkdtemp(join(tmpdir(), 'keyframe-acceptance-'));
  const caFile = join(directory, 'ca.pem');
  await writeFile(caFile, cert);
  const deliveries: Delivery[] = [];
  const answers = new Map<string, DeliveryAnswer[]>();
  const files = new Map<string, ServedFile>();
  const to = (path: string) => deliveries.filter((delivery) => delivery.path === path);

  const server = createServer({ key, cert }, async (request, response) => {
    const { method, url: path = '', headers } = request;
    const file = files.get(path);
    if (method === 'GET') {
      response.writeHead(file === undefined ? 404 : 200, { 'content-type': file?.type ?? 'text/plain' });
      response.end(file?.bytes);
      return;
    }
    deliveries.push({ path, headers, body: await text(request) });
    writeAnswer(response, answers.get(path)?.shift() ?? 200);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const url = `https://127.0.0.1:${port}`;

  return {
    url,
    namedUrl: `https://localhost:${port}`,
    env: { EGRESS_ALLOW: `127.0.0.1:${port},localhost:${port}`, EGRESS_CA: caFile },
    answer: (path, planned) => answers.set(path, [...planned]),
    serve(path, file) {
      files.set(path, file);
      return url + path;
    },
    deliveries: to,
    allDeliveries: () => deliveries,
    waitForDeliveries: (path, count) =>
      eventually(`${count} deliveries to ${path}`, () => (to(path).length < count ? undefined : to(path))),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(directory, { recursive: true });
    },
  };
}
