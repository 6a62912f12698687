/** The document for download: it names one server, and has samples in several languages for each operation. */
import { isJsonObject, type JsonObject, type OpenApiModel, valueAt } from '@keyframe/openapi-model';
import { type ClientSample, codeSamples } from './code-samples.ts';
import { type SampleOptions, sampleCall } from './sample-call.ts';
import { Samples } from './sample-values.ts';

export interface PublishOptions extends SampleOptions {
  /** The description of the server. */
  readonly serverDescription: string;
  readonly client?: ClientSample;
}

/** Copies the document as it was read, with `servers` replaced and `x-codeSamples` added to every operation. */
export function publishedDocument(model: OpenApiModel, options: PublishOptions): JsonObject {
  const { server, serverDescription, client } = options;
  const document = structuredClone(model.original);
  const samples = new Samples(model);
  for (const operation of model.operations) {
    const written = valueAt(document, operation.pointer);
    if (!isJsonObject(written)) continue;
    written['x-codeSamples'] = codeSamples(sampleCall(samples, operation, options), client).map(
      ({ label, language, code }) => ({ lang: language, label, source: code }),
    );
  }
  return { ...document, servers: [{ url: server, description: serverDescription }] };
}
