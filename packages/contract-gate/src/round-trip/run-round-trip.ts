import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type JsonDifference, listDifferences } from '@keyframe/openapi-hono';
import type { DocumentOptions } from '@keyframe/openapi-model';
import {
  type JsonObject,
  type Locate,
  loadDocument,
  type OpenApiModel,
  readDocument,
  type Selection,
} from '@keyframe/openapi-model';
import { Transport } from '../conformance/wire/transport.ts';
import { formatValue } from '../diff/change.ts';
import { createScope } from '../filter/document-scope.ts';
import type { Finding } from '../finding.ts';
import type { Report } from '../report/report.ts';
import { withTemporaryFolder } from '../temporary-folder.ts';
import { UsageError } from '../usage-error.ts';

/** Options of `runRoundTrip`. */
export interface RoundTripOptions extends Selection, DocumentOptions {
  headers?: Readonly<Record<string, string>>;
  /** Pointers that may differ, with all pointers below them: `#/servers`. */
  ignore?: readonly string[];
  signal?: AbortSignal | undefined;
}

/** Compares a document with the document that a running server publishes. Throws UsageError, and as `loadDocument` does. */
export async function runRoundTrip(
  document: string,
  url: URL,
  options: RoundTripOptions = {},
): Promise<{ report: Report; locate: Locate }> {
  const { headers = {}, ignore = [], signal, include, exclude, ...reading } = options;
  const { model } = await readDocument(document, reading);
  const isInScope = createScope(model, { include, exclude });
  const served = await servedDocument(url, { headers, signal, lenient: reading.lenient });
  const isIgnored = (pointer: string) =>
    ignore.some((ignored) => pointer === ignored || pointer.startsWith(`${ignored}/`));
  const findings = listDifferences(model.original, served)
    .filter(({ pointer }) => !isIgnored(pointer) && isInScope({ pointer }))
    .map(toFinding);
  return { report: { command: 'round-trip', document, server: url.href, findings }, locate: model.locate };
}

const TIMEOUT_MS = 30_000;

async function servedDocument(
  url: URL,
  { headers = {}, signal, lenient }: Pick<RoundTripOptions, 'headers' | 'lenient' | 'signal'>,
): Promise<JsonObject> {
  // It follows no redirect: the headers are for this server only.
  await using transport = new Transport({ server: url, workers: 1, timeoutMs: TIMEOUT_MS, signal });
  const request = { method: 'GET', target: `${url.pathname}${url.search}`, headers: Object.entries(headers) };
  const { status, body } = await transport.send(request).catch((cause: unknown) => {
    signal?.throwIfAborted();
    throw new UsageError(`GET ${url} failed: ${cause instanceof Error ? cause.message : cause}.`, { cause });
  });
  if (status !== 200) throw new UsageError(`GET ${url} returned ${status}, expected 200.`);
  const text = body.toString();
  return withTemporaryFolder(async (folder) => {
    const path = join(folder, /^\s*\{/.test(text) ? 'served.json' : 'served.yaml');
    await writeFile(path, text);
    const model: OpenApiModel = await loadDocument(path, { lenient });
    return model.original;
  });
}

function toFinding({ pointer, source, emitted }: JsonDifference): Finding {
  return {
    check: 'served-document-differs',
    severity: 'error',
    pointer,
    message: 'The served document differs.',
    expected: formatValue(source),
    received: formatValue(emitted),
  };
}
