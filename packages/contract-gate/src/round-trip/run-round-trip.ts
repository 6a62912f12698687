import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { differencesOf, type JsonDifference } from '@keyframe/openapi-hono';
import { type JsonObject, type Locate, loadDocument, type OpenApiModel } from '@keyframe/openapi-model';
import { shown } from '../diff/change.ts';
import type { Finding } from '../finding.ts';
import type { Report } from '../report/report.ts';
import { UsageError } from '../usage-error.ts';

export interface RoundTripOptions {
  headers?: Readonly<Record<string, string>>;
  /** Places that may differ, with all below them: `#/servers`. */
  ignore?: readonly string[];
  signal?: AbortSignal | undefined;
}

/** Compares a document with the one that a server serves. Throws UsageError, and as `loadDocument` does. */
export async function runRoundTrip(
  document: string,
  url: URL,
  { headers = {}, ignore = [], signal }: RoundTripOptions = {},
): Promise<{ report: Report; locate: Locate }> {
  const model = await loadDocument(document);
  const served = await servedDocument(url, { headers, ...(signal ? { signal } : {}) });
  const isIgnored = (pointer: string) =>
    ignore.some((place) => pointer === place || pointer.startsWith(`${place}/`));
  const findings = differencesOf(model.original, served)
    .filter(({ pointer }) => !isIgnored(pointer))
    .map((difference) => findingOf(difference, `contract-gate round-trip ${document} --url ${url}`));
  return { report: { command: 'round-trip', document, server: url.href, findings }, locate: model.locate };
}

async function servedDocument(url: URL, request: RequestInit): Promise<JsonObject> {
  const response = await fetch(url, request).catch((cause: unknown) => {
    throw new UsageError(`GET ${url} failed.`, { cause });
  });
  const text = await response.text();
  if (!response.ok) throw new UsageError(`GET ${url} returned ${response.status}, expected 200.`);
  const folder = await mkdtemp(join(tmpdir(), 'contract-gate-'));
  try {
    const path = join(folder, /^\s*\{/.test(text) ? 'served.json' : 'served.yaml');
    await writeFile(path, text);
    const model: OpenApiModel = await loadDocument(path);
    return model.original;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function findingOf({ pointer, source, emitted }: JsonDifference, replay: string): Finding {
  return {
    check: 'served-document-differs',
    severity: 'error',
    pointer,
    message: 'The served document is not the document.',
    expected: shown(source),
    received: shown(emitted),
    replay,
  };
}
