// Compares what `keyframe test` and `keyframe mock` read in published documents: the test of the mock, both with their defaults.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding } from '@keyframe/contract-gate';
import { isJsonObject, loadDocument } from '@keyframe/openapi-model';
import { findFindings } from './find-findings.ts';
import { listByDefault } from './serve-document.ts';

// About created, read, listed, changed and deleted resources.
const STATE =
  /^(?:action|condition|created|default|delete|etag|file|filter|id-reused|list|location|order|page|put|range|read|rejected-request-applied|total|unknown-id|update)/;
const LIMIT_MS = 240_000;

/** The result of one document; without findings if it cannot be read. */
export interface Agreement {
  name: string;
  operations: number;
  findings: readonly Finding[] | undefined;
}

/** Reports whether a finding is about created, read, listed, changed or deleted resources. */
export function isAboutState({ check }: Pick<Finding, 'check'>): boolean {
  return STATE.test(check);
}

/** Tests the mock of each document of a folder, one after the other. */
export async function* compareDocuments(folder: string, interrupted: AbortSignal): AsyncGenerator<Agreement> {
  for (const name of readdirSync(folder).sort()) {
    const model = await loadDocument(join(folder, name), { lenient: true }).catch((error: unknown) => {
      console.error(`${name}: ${error instanceof Error ? error.message.split('\n')[0] : error}`);
      return undefined;
    });
    if (!model || !isJsonObject(model.document)) {
      yield { name, operations: 0, findings: undefined };
      continue;
    }
    const signal = AbortSignal.any([AbortSignal.timeout(LIMIT_MS), interrupted]);
    const findings = await findFindings(model.document, { listArguments: listByDefault, signal }).catch(
      (error: unknown) => {
        interrupted.throwIfAborted();
        console.error(`${name}: ${error}`);
        return undefined;
      },
    );
    yield { name, operations: model.operations.length, findings };
  }
}
