// A host of the internet as the service sees it, on loopback: it takes callbacks over TLS and serves reference media.
import type { IncomingHttpHeaders } from 'node:http';
import { eventually } from '@keyframe/test-kit';
import { type ReceivedRequest, type ReceiverAnswer, startTlsReceiver } from '@keyframe/test-kit/tls';

/** One delivery as it arrived. */
export interface Delivery {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** How a delivery is answered: by a status, or not at all. */
export type DeliveryAnswer = number | 'no response';

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
  /** Waits until a path has a number of deliveries. */
  waitForDeliveries(path: string, count: number): Promise<readonly Delivery[]>;
}

function toAnswer(answer: DeliveryAnswer): ReceiverAnswer {
  if (answer === 'no response') return { isSilent: true };
  return { status: answer, headers: answer >= 300 && answer < 400 ? { location: '/redirected' } : {} };
}

/** Starts a receiver on a free port. */
export async function startReceiver(): Promise<Receiver> {
  const answers = new Map<string, DeliveryAnswer[]>();
  const files = new Map<string, ServedFile>();
  const answer = ({ method, path }: ReceivedRequest): ReceiverAnswer => {
    if (method !== 'GET') return toAnswer(answers.get(path)?.shift() ?? 200);
    const file = files.get(path);
    if (file === undefined) return { status: 404 };
    return { headers: { 'content-type': file.type }, body: file.bytes };
  };
  const tls = await startTlsReceiver({ answer });
  const { url, port, allow, caFile } = tls;
  const allDeliveries = () => tls.requests.filter(({ method }) => method !== 'GET');
  const deliveries = (path: string) => allDeliveries().filter((delivery) => delivery.path === path);
  return {
    url,
    namedUrl: `https://localhost:${port}`,
    env: { EGRESS_ALLOW: `${allow},localhost:${port}`, EGRESS_CA: caFile },
    answer: (path, planned) => answers.set(path, [...planned]),
    serve(path, file) {
      files.set(path, file);
      return url + path;
    },
    deliveries,
    allDeliveries,
    waitForDeliveries: (path, count) =>
      eventually(`${count} deliveries to ${path}`, () => {
        const received = deliveries(path);
        return received.length >= count && received;
      }),
    [Symbol.asyncDispose]: () => tls.close(),
  };
}
