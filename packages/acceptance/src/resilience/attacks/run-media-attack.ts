// Runs an attack by media against a service of its own, beside an owner who wants nothing special.
import { setTimeout as sleep } from 'node:timers/promises';
import { type Receiver, startReceiver } from '../../support/receiver.ts';
import { type Service, startService } from '../../support/service.ts';
import type { AttackReport } from './attack.ts';
import type { AttackFigures, MediaAttack } from './media-attack.ts';
import { readProcessCost } from './process-cost.ts';

/** A task that takes longer is reported as unfinished. */
const TIMEOUT_MS = 300_000;
const SAMPLE_MS = 250;
/** The attack is under way, and not over yet, when the service is stopped. */
const BEFORE_STOP_MS = 1_000;

/** Runs an attack twice, to its end and into a stop of the service, and compares its figures with their bounds. */
export async function runMediaAttack(attack: MediaAttack, signal: AbortSignal): Promise<AttackReport> {
  const figures = await measure(attack, signal);
  const { refusals, outcome } = figures;
  const { bounds } = attack;
  const names = ['cpuSeconds', 'residentMib', 'otherSeconds', 'stopSeconds'] as const;
  return {
    before: attack.before,
    after: `${describe(figures)}, ${refusals.length} refusals ${refusals.join(', ')}, ${outcome}`,
    bound: `${describe(bounds)}, 0 refusals, ${attack.outcome}`,
    isWithinBound:
      names.every((name) => figures[name] <= bounds[name]) &&
      refusals.length === 0 &&
      outcome === attack.outcome,
  };
}

function describe({ cpuSeconds, residentMib, otherSeconds, stopSeconds }: MediaAttack['bounds']): string {
  return [
    `${cpuSeconds.toFixed(1)} CPU s`,
    `${residentMib.toFixed(0)} MiB`,
    `another owner ${otherSeconds.toFixed(1)} s`,
    `stop ${stopSeconds.toFixed(1)} s`,
  ].join(', ');
}

async function measure(attack: MediaAttack, signal: AbortSignal): Promise<AttackFigures> {
  await using host = await startReceiver();
  for (const { path, type, bytes } of attack.files()) host.serve(path, { type, bytes });
  await using service = await startService({ env: host.env });
  const other = await openOther(service);
  // Everything is loaded and warm.
  await other.complete(signal);
  const before = readProcessCost(service.child.pid);
  const watch = startWatch(service, other, signal);
  const attacking = submit(service, service.testKey, attackInput(attack, host));
  const startedAt = performance.now();
  const finished = await other.complete(signal);
  const otherSeconds = (performance.now() - startedAt) / 1_000;
  const attacker = { key: service.testKey, taskId: (await attacking).taskId };
  const outcome = await waitForOutcome(service, attacker, signal);
  const { peakMib, refusals } = await watch.stop();
  const cpuSeconds = readProcessCost(service.child.pid).cpuSeconds - before.cpuSeconds;
  await submit(service, service.testKey, attackInput(attack, host));
  await sleep(BEFORE_STOP_MS);
  return {
    cpuSeconds,
    residentMib: peakMib - before.residentMib,
    otherSeconds,
    refusals: finished === 'completed' ? refusals : [...refusals, `task ${finished}`],
    outcome,
    stopSeconds: await stopSeconds(service),
  };
}

async function stopSeconds({ child }: Service): Promise<number> {
  const stoppedAt = performance.now();
  child.signal('SIGTERM');
  await Promise.race([child.ended, sleep(TIMEOUT_MS, undefined, { ref: false })]);
  return (performance.now() - stoppedAt) / 1_000;
}

function attackInput({ task }: MediaAttack, host: Receiver): object {
  const urls = (paths: readonly string[] = []) => paths.map((path) => host.url + path);
  return {
    prompt: 'a calm sea',
    duration: 4,
    generation_type: 'reference-to-video',
    generate_audio: true,
    image_urls: urls(task.images),
    video_urls: urls(task.videos),
    audio_urls: urls(task.audios),
  };
}

/** An owner whose every submission is to be accepted, and done within a moment. */
interface Other {
  /** Submits a task and waits for its end. */
  complete(signal: AbortSignal): Promise<string>;
  /** Submits a task; returns the status. */
  submit(): Promise<number>;
}

const CALM = { prompt: 'a red sun sinking into a calm sea', duration: 4 };

async function openOther(service: Service): Promise<Other> {
  const { id } = await service.operator.createOwner('other');
  await service.operator.grant(id, 'test', 1_000_000);
  const { key } = await service.operator.createKey(id, 'test');
  return {
    async complete(signal) {
      const { taskId } = await submit(service, key, CALM);
      return waitForOutcome(service, { key, taskId }, signal);
    },
    submit: async () => (await submit(service, key, { ...CALM, prompt: '#sandbox:fail=watched' })).status,
  };
}

async function submit(
  { url }: Service,
  key: string,
  input: object,
): Promise<{ status: number; taskId: string }> {
  const response = await fetch(`${url}/v1/videos/generations`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'video-2-0', input }),
  });
  const { taskId = '' } = (await response.json()) as { taskId?: string };
  return { status: response.status, taskId };
}

async function waitForOutcome(
  { url }: Service,
  { key, taskId }: { readonly key: string; readonly taskId: string },
  signal: AbortSignal,
): Promise<string> {
  const deadline = performance.now() + TIMEOUT_MS;
  while (performance.now() < deadline) {
    const headers = { authorization: `Bearer ${key}` };
    const response = await fetch(`${url}/v1/tasks/${taskId}`, { headers, signal });
    const task = (await response.json()) as { status?: string; failed_reason?: string };
    if (task.status === 'completed') return 'completed';
    if (task.status === 'failed') return task.failed_reason ?? 'failed';
    await sleep(SAMPLE_MS, undefined, { signal });
  }
  return 'unfinished';
}

interface Watch {
  stop(): Promise<{ readonly peakMib: number; readonly refusals: readonly string[] }>;
}

/** Samples memory and health until it is stopped. */
function startWatch(service: Service, other: Other, signal: AbortSignal): Watch {
  const stopping = new AbortController();
  let peakMib = 0;
  const refusals: string[] = [];
  const sample = async (): Promise<void> => {
    peakMib = Math.max(peakMib, readProcessCost(service.child.pid).residentMib);
    await sleep(SAMPLE_MS);
  };
  const look = async (): Promise<void> => {
    const [accepted, ready] = await Promise.all([
      other.submit().catch(() => 0),
      fetch(`${service.url}/readyz`).then(
        ({ status }) => status,
        () => 0,
      ),
    ]);
    if (accepted !== 202) refusals.push(`POST ${accepted}`);
    if (ready !== 200) refusals.push(`readyz ${ready}`);
    await sleep(SAMPLE_MS);
  };
  const repeat = async (action: () => Promise<void>): Promise<void> => {
    while (!stopping.signal.aborted && !signal.aborted) await action();
  };
  const ended = Promise.all([repeat(sample), repeat(look)]);
  return {
    async stop() {
      stopping.abort();
      await ended;
      return { peakMib, refusals };
    },
  };
}
