// Name server for tests: answers A and AAAA over UDP on loopback from a zone, and records the questions.
import { createSocket } from 'node:dgram';
import { isIPv4 } from 'node:net';
import { createNameResolver, type ResolveName } from '../../src/egress/index.ts';

/** How a name is answered. */
export type ZoneEntry =
  | readonly string[]
  /** One round of addresses a question, and then the last again. */
  | { readonly rounds: readonly string[][] }
  /** The addresses of the last name of a chain of CNAME records. */
  | { readonly via: readonly string[]; readonly addresses: readonly string[] }
  /** Types of record that are never answered. */
  | { readonly silent: readonly ('A' | 'AAAA')[]; readonly addresses: readonly string[] };

/** Says what names resolve to; a name that is not listed has no addresses. */
export type Zone = Readonly<Record<string, ZoneEntry>>;

/** A running name server; stop it with `await using`. */
export interface DnsServer extends AsyncDisposable {
  /** Its address, as a resolver takes it. */
  readonly address: string;
  /** Queries this server, and no other. */
  readonly resolveName: ResolveName;
  /** Every question, such as `A name`. */
  readonly questions: readonly string[];
}

const TYPES: Readonly<Record<number, 'A' | 'AAAA'>> = { 1: 'A', 28: 'AAAA' };
const HEADER_BYTES = 12;

interface Question {
  readonly name: string;
  readonly type: number;
  /** End of the question in the message. */
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

/** Writes a name as length-prefixed labels (RFC 1035, 3.1). */
function nameBytes(name: string): Buffer {
  const labels = name.split('.').map((label) => Buffer.concat([Buffer.of(label.length), Buffer.from(label)]));
  return Buffer.concat([...labels, Buffer.of(0)]);
}

function resourceRecord(owner: Buffer, type: number, data: Buffer): Buffer {
  const fixed = Buffer.alloc(10);
  fixed.writeUInt16BE(type, 0);
  fixed.writeUInt16BE(1, 2); // class IN; the time to live stays 0, as a rebinding name has it
  fixed.writeUInt16BE(data.length, 8);
  return Buffer.concat([owner, fixed, data]);
}

/** A pointer to the name of the question (RFC 1035, 4.1.4). */
const QUESTION_NAME = Buffer.from('c00c', 'hex');
const CNAME = 5;

/** Repeats the question and adds a record for each alias on the way, then one for each address. */
function encodeAnswer(message: Buffer, { type, end }: Question, { via, addresses }: Answer): Buffer {
  const header = Buffer.from(message.subarray(0, HEADER_BYTES));
  header.writeUInt16BE(0x8580, 2); // a response, authoritative, without an error
  header.writeUInt16BE(via.length + addresses.length, 6);
  header.fill(0, 8);
  const owners = [QUESTION_NAME, ...via.map(nameBytes)];
  const aliases = owners.slice(1).map((target, hop) => resourceRecord(owners[hop] ?? target, CNAME, target));
  const last = owners.at(-1) ?? QUESTION_NAME;
  const records = addresses.map((address) => resourceRecord(last, type, addressBytes(address)));
  return Buffer.concat([header, message.subarray(HEADER_BYTES, end), ...aliases, ...records]);
}

interface Answer {
  readonly via: readonly string[];
  readonly addresses: readonly string[];
}

/** Chooses the answer to the nth question for a record of a name; undefined is silence. */
function selectAnswer(entry: ZoneEntry, kind: 'A' | 'AAAA' | undefined, round: number): Answer | undefined {
  if ('silent' in entry && kind !== undefined && entry.silent.includes(kind)) return undefined;
  const addresses =
    'rounds' in entry
      ? (entry.rounds[round] ?? entry.rounds.at(-1) ?? [])
      : 'addresses' in entry
        ? entry.addresses
        : entry;
  return {
    via: 'via' in entry ? entry.via : [],
    addresses: addresses.filter((address) => (isIPv4(address) ? 'A' : 'AAAA') === kind),
  };
}

/** Starts a name server on a free port of 127.0.0.1. */
export async function startDnsServer(zone: Zone): Promise<DnsServer> {
  const questions: string[] = [];
  const rounds = new Map<string, number>();
  const answerQuestion = ({ name, type }: Question): Answer | undefined => {
    const kind = TYPES[type];
    const question = `${kind} ${name}`;
    const round = rounds.get(question) ?? 0;
    rounds.set(question, round + 1);
    questions.push(question);
    return selectAnswer(zone[name] ?? [], kind, round);
  };

  const socket = createSocket('udp4');
  socket.on('message', (message, sender) => {
    const question = readQuestion(message);
    const answer = answerQuestion(question);
    if (answer === undefined) return;
    socket.send(encodeAnswer(message, question, answer), sender.port, sender.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  const address = `127.0.0.1:${socket.address().port}`;
  return {
    address,
    resolveName: createNameResolver({ servers: [address] }),
    questions,
    [Symbol.asyncDispose]: () => new Promise<void>((done) => socket.close(() => done())),
  };
}
