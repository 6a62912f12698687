/**
 * Metrics of a process in the format of Prometheus. The instruments belong to the process and not to a server
 * in it, as the process is what Prometheus scrapes; a few microseconds each, so hot paths may use them.
 */
import type { Stage } from '@keyframe/openapi-runtime/server';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { traced } from './tracing.ts';

type Mode = 'live' | 'test';

/** The instruments of this process. */
export const processMetrics = new Registry();
const registers = [processMetrics];

const requestDuration = new Histogram({
  name: 'http_server_request_duration_seconds',
  help: 'Requests and the time from reaching their operation to the answer, by method, path template and HTTP status.',
  labelNames: ['http_request_method', 'http_route', 'http_response_status_code', 'error_type'] as const,
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10],
  registers,
});
const waitingRequests = new Gauge({
  name: 'keyframe_waiting_requests',
  help: 'Status queries of this process that wait for the end of their task, as their clients asked them to.',
  registers,
});
const eventStreams = new Gauge({
  name: 'keyframe_event_streams',
  help: 'Open streams of task states of this process.',
  registers,
});
const transitions = new Counter({
  name: 'keyframe_task_transitions_total',
  help: 'Tasks that reached a status, by mode and, when failed, by reason.',
  labelNames: ['status', 'reason', 'mode'] as const,
  registers,
});
const credits = new Counter({
  name: 'keyframe_credits_total',
  help: 'Credits moved, by kind (reserved, charged, refunded, refund_failed) and mode.',
  labelNames: ['kind', 'mode'] as const,
  registers,
});
const callbackAttempts = new Histogram({
  name: 'keyframe_callback_attempt_duration_seconds',
  help: 'Callback attempts and their latency, by what follows: delivered, retried or failed for good.',
  labelNames: ['outcome'] as const,
  buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15],
  registers,
});
const renders = new Histogram({
  name: 'keyframe_render_duration_seconds',
  help: 'Provider runs and their duration, by fidelity (full, preview) and outcome (done, failed, stopped).',
  labelNames: ['fidelity', 'outcome'] as const,
  buckets: [0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600, 1800],
  registers,
});

/** Reasons with a label of their own; the set is open (OPEN-11), and a sandbox prompt may name any. */
const REASONS = new Set(['provider_failed', 'timed_out', 'invalid_material', 'content_rejected']);

/** Creates the stage that counts and times every request of a route; time that a client asked to wait is not measured. */
export function measureRequests<TEnv extends { Variables: { waitedMs: number } }>(
  route: string,
): Stage<TEnv> {
  return (request) => {
    const startedMs = performance.now();
    request.after(({ status }) => {
      const waitedMs = request.get('waitedMs') ?? 0;
      const labels = {
        http_request_method: request.context.req.method,
        http_route: route,
        http_response_status_code: status,
        ...(status < 500 ? {} : { error_type: String(status) }),
      };
      requestDuration.observe(labels, (performance.now() - startedMs - waitedMs) / 1000);
    });
    return undefined;
  };
}

/** Counts a request that begins (1) or ends (-1) to wait for the end of its task. */
export function countWaiting(change: 1 | -1): void {
  waitingRequests.inc(change);
}

/** Counts a stream of task states that opens (1) or ends (-1). */
export function countStream(change: 1 | -1): void {
  eventStreams.inc(change);
}

/** Counts a task that was accepted, with the credits that it reserved. */
export function countAccepted(task: { readonly mode: Mode; readonly credits: number }): void {
  transitions.inc({ status: 'queued', reason: '', mode: task.mode });
  credits.inc({ kind: 'reserved', mode: task.mode }, task.credits);
}

/** Counts a task whose generation began. */
export function countGenerating({ mode }: { readonly mode: Mode }): void {
  transitions.inc({ status: 'generating', reason: '', mode });
}

/** Counts a task that ended, with where its credits went. */
export function countEnded(task: {
  readonly mode: Mode;
  readonly credits: number;
  readonly status: string;
  readonly billingStatus: string;
  readonly failedReason: string | null;
}): void {
  const { mode, status, billingStatus, failedReason } = task;
  const reason = failedReason === null || REASONS.has(failedReason) ? (failedReason ?? '') : 'other';
  transitions.inc({ status, reason, mode });
  credits.inc({ kind: billingStatus, mode }, task.credits);
}

/** Counts an attempt of a callback. */
export function countCallback(outcome: 'delivered' | 'retried' | 'failed', seconds: number): void {
  callbackAttempts.observe({ outcome }, seconds);
}

/** Times a run of the provider; one that `signal` ended was stopped, not failed. */
export async function timeRender<TResult>(
  fidelity: 'full' | 'preview',
  signal: AbortSignal,
  render: () => Promise<TResult>,
): Promise<TResult> {
  const startedAt = performance.now();
  const count = (outcome: 'done' | 'failed' | 'stopped') =>
    renders.observe({ fidelity, outcome }, (performance.now() - startedAt) / 1000);
  try {
    const result = await traced('render', { kind: 'step', attributes: { fidelity } }, render);
    count('done');
    return result;
  } catch (error) {
    count(signal.aborted ? 'stopped' : 'failed');
    throw error;
  }
}
