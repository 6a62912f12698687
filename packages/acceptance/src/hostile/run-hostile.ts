// Sends hostile requests to an API, many at once, and judges every answer.
import fc from 'fast-check';
import { judgeOperation, judgeOutside } from './contract-judge.ts';
import { exchange } from './exchange.ts';
import type { HostileRequest } from './frame.ts';
import { hostileRequests } from './hostile-requests.ts';
import { readAnswers, type WireAnswer } from './http-answers.ts';
import { startTarget, type Target } from './target.ts';

/** How much to send. */
export interface HostileOptions {
  readonly seed: number;
  readonly count: number;
  /** Ends the run early. */
  readonly signal?: AbortSignal;
  /** Is told from time to time how many were sent. */
  readonly onProgress?: (sent: number) => void;
}

/** What was sent and answered, and what should not have been. */
export interface HostileReport {
  /** Requests by kind, and answers by status. */
  readonly kinds: ReadonlyMap<string, number>;
  readonly statuses: ReadonlyMap<string, number>;
  /** Resident memory of the API after each tenth of the requests, in MiB. */
  readonly memory: readonly number[];
  readonly findings: readonly string[];
}

const AT_ONCE = 16;
const BATCH = 500;
/** What a process may grow by once it is warm: caches and the garbage collector's slack. */
const GROWTH_MIB = 128;

/** Draws and sends the requests of a seed. */
export async function runHostile({
  seed,
  count,
  signal,
  onProgress,
}: HostileOptions): Promise<HostileReport> {
  await using target = await startTarget();
  const requests = hostileRequests(target.acquaintances, seed);
  const tally = { kinds: new Map<string, number>(), statuses: new Map<string, number>() };
  const found = new Findings();
  const memory: number[] = [];
  for (let sent = 0; sent < count; ) {
    signal?.throwIfAborted();
    const numRuns = Math.min(BATCH, count - sent);
    await sendAll(target, fc.sample(requests, { seed: seed + sent, numRuns }), { ...tally, found });
    sent += numRuns;
    if (sent >= ((memory.length + 1) * count) / 10) memory.push(await target.memory());
    onProgress?.(sent);
  }
  const [early = 0, late = 0] = [memory[0], memory.at(-1)];
  const findings = [...found.list(), ...target.complaints(), ...(await judgeLife(target))];
  if (late > early + GROWTH_MIB) findings.push(`memory grew from ${early} to ${late} MiB`);
  return { ...tally, memory, findings };
}

async function sendAll(
  { port }: Target,
  requests: readonly HostileRequest[],
  { kinds, statuses, found }: Record<'kinds' | 'statuses', Map<string, number>> & { found: Findings },
): Promise<void> {
  const waiting = requests.values();
  const lane = async () => {
    for (const request of waiting) {
      count(kinds, request.kind);
      const bytes = await exchange(port, request);
      const { answers, problems } = judge(request, bytes);
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

function judge(request: HostileRequest, bytes: Buffer): { answers: WireAnswer[]; problems: string[] } {
  try {
    const answers = readAnswers(bytes, request.method);
    const [first, ...others] = answers;
    // Broken bytes may hold several requests, of which each has an answer.
    const problems = [
      ...(first === undefined ? judgeSilence(request) : judgeAnswer(request, first)),
      ...others.flatMap((answer) => judgeAnswer({ ...request, method: 'GET', scope: 'anything' }, answer)),
    ];
    return { answers, problems };
  } catch (error) {
    return { answers: [], problems: [String(error)] };
  }
}

/** A request that was sent whole has an answer; what was cut off may as well never have been sent. */
function judgeSilence({ ending }: HostileRequest): string[] {
  return ending === 'open' ? ['there is no answer'] : [];
}

/** Words of stacks and of what the server is made of, which are nobody's business. */
const BANNERS = ['server', 'x-powered-by', 'via'];
const STACK = /node_modules|\\n +at |\.ts:\d/;

function judgeAnswer(
  { scope, method }: Pick<HostileRequest, 'scope' | 'method'>,
  answer: WireAnswer,
): string[] {
  const { status, headers, body } = answer;
  const problems = BANNERS.filter((name) => headers.has(name)).map((name) => `it tells its ${name}`);
  if (status >= 500) problems.push(`${status} is the server's own failure`);
  if (status >= 400 && STACK.test(body.toString())) problems.push('it shows a stack');
  if (method === 'HEAD') return problems;
  return [...problems, ...judgeScope(scope, answer)];
}

function judgeScope(scope: HostileRequest['scope'], answer: WireAnswer): string[] {
  switch (scope) {
    case 'createVideoGeneration':
    case 'getTask':
      return judgeOperation(scope, answer);
    case 'either':
      return bestOf(answer);
    case 'anything':
      // Pages, links and probes are no part of the contract; what they refuse is refused as everywhere.
      return answer.status < 400 || answer.status === 410 ? [] : bestOf(answer);
  }
}

function bestOf(answer: WireAnswer): string[] {
  const verdicts = [
    judgeOutside(answer),
    judgeOperation('createVideoGeneration', answer),
    judgeOperation('getTask', answer),
  ];
  return verdicts.some((problems) => problems.length === 0) ? [] : (verdicts[0] ?? []);
}

/** Asks what any client would ask afterwards. */
async function judgeLife({ url, acquaintances }: Target): Promise<string[]> {
  const [id = '', key = ''] = [acquaintances.tasks[0], acquaintances.keys.full[0]];
  const [ready, record] = await Promise.all([
    fetch(`${url}/readyz`),
    fetch(`${url}/v1/tasks/${id}`, { headers: { authorization: `Bearer ${key}` } }),
  ]);
  const alive = ready.status === 200 && [200, 429].includes(record.status);
  return alive ? [] : [`afterwards it is ready with ${ready.status} and shows a task with ${record.status}`];
}

const SHOWN = 1500;

/** What was wrong, once for each kind of request and problem, with its first example. */
class Findings {
  readonly #examples = new Map<string, { example: string; count: number }>();

  add({ kind, bytes }: HostileRequest, answer: Buffer, problems: readonly string[]): void {
    const show = (text: Buffer) => JSON.stringify(text.toString('latin1').slice(0, SHOWN));
    const name = `${kind}: ${problems.join('; ')}`;
    const example = `sent ${show(bytes)}\n  came ${show(answer)}`;
    const known = this.#examples.get(name) ?? { example, count: 0 };
    this.#examples.set(name, { ...known, count: known.count + 1 });
  }

  list(): string[] {
    return [...this.#examples].map(([name, { example, count }]) => `${name} (${count} times)\n  ${example}`);
  }
}
