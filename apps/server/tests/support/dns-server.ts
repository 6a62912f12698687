// A name server of a test: answers A and AAAA over UDP on loopback, by a zone, and tells what it was asked.
import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { isIPv4, type LookupFunction } from 'node:net';

/** Says what names resolve to; an answer of several rounds gives one round a question, and then the last again. */
export type Zone = Readonly<Record<string, readonly string[] | { readonly rounds: readonly string[][] }>>;

/** Is a running name server; stop it with `await using`. */
export interface DnsServer extends AsyncDisposable {
  /** Asks this server, and no other, as the system's resolver would be asked. */
  readonly lookup: LookupFunction;
  /** The addresses that a name has now; a question like any other. */
  resolve(name: string): Promise<string[]>;
  /** Every question, such as `A name`. */
  readonly questions: readonly string[];
}

const TYPES: Readonly<Record<number, 'A' | 'AAAA'>> = { 1: 'A', 28: 'AAAA' };
const HEADER_BYTES = 12;

interface Question {
  readonly name: string;
  readonly type: number;
  /** Where the question ends in the message. */
  readonly end: number;
}

function readQuestion(message: Buffer): Question {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 };
}

function addressBytes(address: string): Buffer {
  if (isIPv4(address)) return Buffer.from(address.split('.').map(Number));
  const [head = '', tail] = address.split('::');
  const groups = (text: string) => text.split(':').filter((group) => group !== '');
  const [first, last] = [groups(head), groups(tail ?? '')];
  const zeros = Array.from({ length: 8 - first.length - last.length }, () => '0');
  return Buffer.concat(
    [...first, ...zeros, ...last].map((group) => Buffer.from(group.padStart(4, '0'), 'hex')),
  );
}

/** Repeats the question and adds a record for each address; the name is a pointer to the question's (RFC 1035, 4.1.4). */
function encodeAnswer(message: Buffer, { type, end }: Question, addresses: readonly string[]): Buffer {
  const header = Buffer.from(message.subarray(0, HEADER_BYTES));
  header.writeUInt16BE(0x8580, 2); // a response, authoritative, without an error
  header.writeUInt16BE(addresses.length, 6);
  header.fill(0, 8);
  const records = addresses.map((address) => {
    const data = addressBytes(address);
    const record = Buffer.alloc(12);
    record.writeUInt16BE(0xc0_0c, 0);
    record.writeUInt16BE(type, 2);
    record.writeUInt16BE(1, 4); // class IN; the time to live stays 0, as a rebinding name has it
    record.writeUInt16BE(data.length, 10);
    return Buffer.concat([record, data]);
  });
  return Buffer.concat([header, message.subarray(HEADER_BYTES, end), ...records]);
}

/** Starts a name server on a free port of 127.0.0.1. */
export async function startDnsServer(zone: Zone): Promise<DnsServer> {
  const questions: string[] = [];
  const asked = new Map<string, number>();
  const answersTo = ({ name, type }: Question): readonly string[] => {
    const kind = TYPES[type];
    const entry = zone[name] ?? [];
    const question = `${kind} ${name}`;
    const round = asked.get(question) ?? 0;
    asked.set(question, round + 1);
    questions.push(question);
    const addresses = 'rounds' in entry ? (entry.rounds[round] ?? entry.rounds.at(-1) ?? []) : entry;
    return addresses.filter((address) => (isIPv4(address) ? 'A' : 'AAAA') === kind);
  };

  const socket = createSocket('udp4');
  socket.on('message', (message, sender) => {
    const question = readQuestion(message);
    socket.send(encodeAnswer(message, question, answersTo(question)), sender.port, sender.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));

  const resolver = new Resolver();
  resolver.setServers([`127.0.0.1:${socket.address().port}`]);
  const resolve = async (name: string) => {
    const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    return [ipv4, ipv6].flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  };
  const lookup: LookupFunction = (name, options, callback) => {
    resolve(name).then((found) => {
      const addresses = found.map((address) => ({ address, family: isIPv4(address) ? 4 : 6 }));
      const [first] = addresses;
      const unknown = Object.assign(new Error(`ENOTFOUND ${name}`), { syscall: 'getaddrinfo' });
      if (first === undefined) callback(unknown, '');
      else if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
  return {
    ...{ lookup, resolve, questions },
    [Symbol.asyncDispose]: async () => {
      resolver.cancel();
      await new Promise<void>((done) => socket.close(done));
    },
  };
}
