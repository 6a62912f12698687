// Lists what a mock of one document does not remember.
import { type JsonObject, readModel } from '@keyframe/openapi-model';
import { ExactValidators } from '@keyframe/openapi-schema/validators';
import { BASE } from './documents.ts';
import { findTriples, findUpserts } from './find-triples.ts';
import { probeTriple } from './probe-triple.ts';
import { RequestWriter } from './request-writer.ts';
import type { StartMock } from './subjects.ts';

/** The result for one mock and one document. */
export interface Remembered {
  /** The number of create, read and delete triples in the document. */
  triples: number;
  /** The reasons by the paths of the resources that were not remembered. */
  forgotten: ReadonlyMap<string, string>;
}

/** Probes every triple of a document. */
export async function findForgotten(document: JsonObject, start: StartMock): Promise<Remembered> {
  const model = readModel(document, 'document', { lenient: true });
  const triples = findTriples(model);
  const upserts = findUpserts(model);
  const forgotten = new Map<string, string>();
  try {
    await using subject = await start(document);
    const writer = new RequestWriter(new ExactValidators(model), BASE);
    for (const triple of triples) {
      const reason = await probeTriple(triple, { triples, upserts, writer, send: subject.send }).catch(
        describeFailure,
      );
      if (reason !== undefined) forgotten.set(triple.itemPath, reason);
    }
  } catch (error) {
    for (const { itemPath } of triples) forgotten.set(itemPath, `start: ${describeFailure(error)}`);
  }
  return { triples: triples.length, forgotten };
}

function describeFailure(error: unknown): string {
  return `failed: ${error instanceof Error ? error.message : String(error)}`;
}
