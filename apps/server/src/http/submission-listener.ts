/**
 * Answers submissions whose key and limits this process holds, without the app: one pass from Node's request to its
 * response, at half of the app's cost. Only a valid request is answered here; every other one is the app's, with its body.
 */
import type { IncomingMessage, RequestListener } from 'node:http';
import { operations } from '@keyframe/contract/hono';
import { acceptJson } from '@keyframe/openapi-runtime/http';
import type { HeldKey, KeyMemory } from '../auth/key-memory.ts';
import { countRequest } from '../telemetry/metrics.ts';
import { createRequestId } from '../telemetry/tracing.ts';
import { BODY_STRUCTURE, SMALL_BODY_BYTES } from './body-limits.ts';
import { createAnswerWriter, type DirectAnswer, readToken } from './direct-answers.ts';
import { explainError } from './error-handler.ts';
import { createHostCheck } from './middleware/allowed-hosts.ts';
import { formatRates, type Rates } from './middleware/rate-limits.ts';
import {
  acceptSubmission,
  type SubmissionServices,
  type ValidSubmission,
} from './operations/create-video-generation.ts';

export interface SubmissionListenerServices extends SubmissionServices {
  readonly submissionKeys: Pick<KeyMemory, 'find' | 'use'>;
  readonly rates: Pick<Rates, 'create'>;
  readonly publicUrl: string;
  readonly allowedHosts: readonly string[];
}

const { route } = operations.createVideoGeneration;
const METHOD = route.method.toUpperCase();

/** Creates the listener; `app` answers what it does not. */
export async function createSubmissionListener(
  services: SubmissionListenerServices,
  app: RequestListener,
): Promise<RequestListener> {
  const { submissionKeys, rates } = services;
  const isAllowedHost = createHostCheck(services.publicUrl, services.allowedHosts);
  const write = await createAnswerWriter();
  const policy = { name: 'create', quota: rates.create } as const;
  const describeRates = ({ permits }: HeldKey, nowMs: number) =>
    formatRates([{ policy, decision: permits.describe(nowMs) }]);
  return (request, response) => {
    const startedMs = performance.now();
    const token = findToken(request);
    const isHeld = token !== undefined && submissionKeys.find(token, startedMs) !== undefined;
    if (!isHeld || !isAllowedHost(request.headers.host ?? '')) return app(request, response);
    readBytes(request, (bytes) => {
      const content = readContent(request, bytes);
      const nowMs = performance.now();
      // While the body arrived, the key may have been revoked, or its permits used.
      const key = submissionKeys.find(token, nowMs);
      if (content === undefined || key === undefined) {
        // The adapter of the app reads the body there, as it does for hosts that read bodies themselves.
        return app(Object.assign(request, { rawBody: bytes }), response);
      }
      submissionKeys.use(key, nowMs);
      const rateFields = describeRates(key, nowMs);
      answer(services, { ...content, key, requestId: createRequestId() }).then(({ headers, ...rest }) => {
        write(response, { ...rest, headers: [...Object.entries(rateFields).flat(), ...headers] });
        const seconds = (performance.now() - startedMs) / 1000;
        countRequest({ method: METHOD, route: route.path, status: rest.status, seconds });
      });
    });
  };
}

/** Finds the key of a submission with a small body; undefined for every other request. */
function findToken({ method, url, headers }: IncomingMessage): string | undefined {
  if (method !== METHOD || url !== route.path || headers.origin !== undefined) return undefined;
  // Without a length, NaN is not small.
  const isSmall = Number(headers['content-length']) <= SMALL_BODY_BYTES;
  return isSmall && headers['transfer-encoding'] === undefined ? readToken(headers) : undefined;
}

/** Reads a body to its end; one that breaks off never comes. */
function readBytes(request: IncomingMessage, take: (bytes: Buffer) => void): void {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => take(Buffer.concat(chunks)));
}

/** Validates the body and the headers of a submission; undefined if one of them is invalid. */
function readContent(
  { headers }: IncomingMessage,
  bytes: Buffer,
): Pick<ValidSubmission, 'request' | 'idempotency'> | undefined {
  const contentType = headers['content-type'] ?? '';
  const body = acceptJson(route.request.body, { contentType, bytes }, BODY_STRUCTURE);
  if (body === undefined) return undefined;
  const key = headers['idempotency-key'];
  if (key === undefined) return { request: body.data, idempotency: undefined };
  const isValid = route.request.headers.safeParse({ 'Idempotency-Key': key }).success;
  return isValid && typeof key === 'string'
    ? { request: body.data, idempotency: { key, body: body.json } }
    : undefined;
}

async function answer(services: SubmissionServices, submission: ValidSubmission): Promise<DirectAnswer> {
  try {
    const { status, headers, body } = await acceptSubmission(services, submission);
    return { status, headers: Object.entries(headers).flat().map(String), body: JSON.stringify(body) };
  } catch (error) {
    const { requestId } = submission;
    const request = { requestId, method: METHOD, path: route.path };
    const { status, headers, body } = explainError(error, services.log, request);
    const named = { ...headers, 'X-Request-Id': requestId };
    return { status, headers: Object.entries(named).flat(), body: JSON.stringify(body) };
  }
}
