// Sends hostile requests to the API, or to the mock of it, many at once, and checks every response.
import fc from 'fast-check';
import type { HostileRequest } from './frame.ts';
import { hostileRequests } from './hostile-requests.ts';
import { readResponses, type WireResponse } from './http-responses.ts';
import { sendPacket } from './send-packet.ts';
import { startServiceTarget } from './service-target.ts';
import type { Target } from './target.ts';

/** How much to send. */
export interface FuzzOptions {
  readonly seed: number;
  readonly count: number;
  /** Starts the target; the service by default. */
  readonly startTarget?: () => Promise<Target>;
  /** Ends the run early. */
  readonly signal?: AbortSignal;
  /** Receives the number of sent requests from time to time. */
  readonly onProgress?: (sent: number) => void;
}

/** Counts of requests and statuses, and findings. */
export interface FuzzReport {
  /** Requests by kind, and answers by status. */
  readonly kinds: ReadonlyMap<string, number>;
  readonly statuses: ReadonlyMap<string, number>;
  /** Resident memory of the API after each tenth of the requests, in MiB. */
  readonly memory: readonly number[];
  readonly findings: readonly string[];
}

const AT_ONCE = 16;
const BATCH = 500;
/** The allowed growth of a warm process: caches and the garbage collector's slack. */
const GROWTH_MIB = 128;

/** Draws and sends the requests of a seed. */
export async function runFuzz({
  seed,
  count,
  startTarget = startServiceTarget,
  signal,
  onProgress,
}: FuzzOptions): Promise<FuzzReport> {
  await using target = await startTarget();
  const requests = hostileRequests(target.known, seed);
  const tally = { kinds: new Map<string, number>(), statuses: new Map<string, number>() };
  const found = new Findings();
  const memory: number[] = [];
  for (let sent = 0; sent < count; ) {
    signal?.throwIfAborted();
    const numRuns = Math.min(BATCH, count - sent);
    await sendAll(target, fc.sample(requests, { seed: seed + sent, numRuns }), { ...tally, found });
    sent += numRuns;
    if (sent >= ((memory.length + 1) * count) / 10) memory.push((await target.memory()) ?? 0);
    onProgress?.(sent);
  }
  const [early = 0, late = 0] = [memory[0], memory.at(-1)];
  const findings = [...found.list(), ...target.loggedErrors(), ...(await target.checkLiveness())];
  if (late > early + GROWTH_MIB) findings.push(`memory grew from ${early} to ${late} MiB`);
  return { ...tally, memory, findings };
}

async function sendAll(
  target: Target,
  requests: readonly HostileRequest[],
  { kinds, statuses, found }: Record<'kinds' | 'statuses', Map<string, number>> & { found: Findings },
): Promise<void> {
  const waiting = requests.values();
  const lane = async () => {
    for (const request of waiting) {
      count(kinds, request.kind);
      const bytes = await sendPacket(target.port, request);
      const { answers, problems } = check(target, request, bytes);
      for (const { status } of answers) count(statuses, String(status));
      if (answers.length === 0) count(statuses, 'none');
      if (problems.length > 0) found.add(request, bytes, problems);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}

function count(tally: Map<string, number>, name: string): void {
  tally.set(name, (tally.get(name) ?? 0) + 1);
}

function check(
  target: Target,
  request: HostileRequest,
  bytes: Buffer,
): { answers: WireResponse[]; problems: string[] } {
  try {
    const answers = readResponses(bytes, request.method);
    const [first, ...surplus] = answers;
    const problems = [...(first === undefined ? checkSilence(request) : target.check(request, first))];
    // Broken bytes may hold several requests, of which each has a response.
    for (const response of surplus)
      problems.push(...target.check({ method: 'GET', scope: 'anything' }, response));
    return { answers, problems };
  } catch (error) {
    return { answers: [], problems: [String(error)] };
  }
}

/** A request that was sent whole has an answer; what was cut off may as well never have been sent. */
function checkSilence({ ending }: HostileRequest): string[] {
  return ending === 'open' ? ['there is no answer'] : [];
}

const SHOWN = 1500;

/** Findings, one for each kind of request and problem, with the first example. */
class Findings {
  readonly #examples = new Map<string, { example: string; count: number }>();

  add({ kind, bytes }: HostileRequest, answer: Buffer, problems: readonly string[]): void {
    const show = (text: Buffer) => JSON.stringify(text.toString('latin1').slice(0, SHOWN));
    const name = `${kind}: ${problems.join('; ')}`;
    const example = `sent ${show(bytes)}\n  came ${show(answer)}`;
    const entry = this.#examples.get(name) ?? { example, count: 0 };
    this.#examples.set(name, { ...entry, count: entry.count + 1 });
  }

  list(): string[] {
    return [...this.#examples].map(([name, { example, count }]) => `${name} (${count} times)\n  ${example}`);
  }
}
