import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';

/** An answer as it came over the connection. */
export interface RawAnswer {
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

/** Opens a connection, writes bytes as they are, and gives all answers until the server ends it. */
export async function exchangeRaw(url: string, bytes: string | Buffer): Promise<RawAnswer[]> {
  const socket = openRaw(url);
  socket.write(bytes);
  return readAnswers(socket);
}

/** Opens a connection to a server. */
export function openRaw(url: string): Socket {
  const { hostname, port } = new URL(url);
  return connect(Number(port), hostname);
}

/** Reads a connection to its end; answers have a Content-Length here. */
export async function readAnswers(socket: Socket): Promise<RawAnswer[]> {
  const answers: RawAnswer[] = [];
  let rest = await text(socket);
  while (rest !== '') {
    const [head = ''] = rest.split('\r\n\r\n', 1);
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1]);
    if (Number.isNaN(status)) throw new Error(`This is no answer: ${rest}`);
    const length = Number(/^content-length: *(\d+)$/im.exec(head)?.[1] ?? 0);
    const start = head.length + 4;
    answers.push({ status, head, body: rest.slice(start, start + length) });
    rest = rest.slice(start + length);
  }
  return answers;
}
