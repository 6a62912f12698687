// Examples that their own schema refuses.

import {
  appendPointer,
  type DocumentObject,
  isSchema,
  type JsonObject,
  type JsonValue,
  type LocatedSchema,
  listExamples,
  memberOf,
  type Problem,
  parsePointer,
  walkObjects,
} from '@keyframe/openapi-model';
import { isJson } from '@keyframe/openapi-runtime/media-type';
import { interpretDecisions } from '@keyframe/openapi-schema/validators';
import { formatValue } from '../format-value.ts';
import type { SourceInspection } from '../inspect-source.ts';

interface Example {
  value: JsonValue;
  pointer: string;
  schema: LocatedSchema;
}

const VIEWS = [undefined, 'request', 'response'] as const;
const LONGEST_VALUE = 80;

/** Lists the examples that their schemas refuse. Examples of unsound schemas are not checked. */
export function refusedExamples({ generation, model, unsupported }: SourceInspection): Problem[] {
  if (!generation || !model || unsupported.length > 0) return [];
  const examples = findExamples(model.document);
  const accepted = new Set<Example>();
  for (const view of VIEWS) {
    const checked = examples.filter(({ pointer }) => selectViews(pointer).includes(view));
    const decisions = interpretDecisions(
      generation.getGraph(view),
      checked.map(({ schema }) => schema),
    );
    for (const [index, example] of checked.entries()) {
      if (decisions[index]?.(example.value)) accepted.add(example);
    }
  }
  const refused = examples.filter((example) => !accepted.has(example));
  return refused.map(({ value, pointer }) => ({
    pointer,
    message: `The example does not match its schema: ${formatValue(value, LONGEST_VALUE)}.`,
    repair: 'Correct the example or the schema.',
  }));
}

type View = (typeof VIEWS)[number];

// A request may omit read-only members, and a response write-only ones. The server sends the requests of callbacks.
function selectViews(pointer: string): readonly View[] {
  const isSentByServer = /^#\/webhooks\/|\/callbacks\//.test(pointer);
  if (/\/(?:requestBody|requestBodies|parameters)\//.test(pointer)) {
    return [isSentByServer ? 'response' : 'request'];
  }
  if (/\/responses\//.test(pointer)) return [isSentByServer ? 'request' : 'response'];
  return [undefined, 'response'];
}

function findExamples(document: JsonObject): Example[] {
  const examples: Example[] = [];
  walkObjects({ kind: 'document', value: document, pointer: '#' }, (object) => {
    examples.push(...readExamples(object, document));
    return true;
  });
  return examples;
}

function readExamples({ kind, value, pointer }: DocumentObject, document: JsonObject): Example[] {
  if (kind === 'schema') {
    const json = memberOf(value, 'example');
    const single = json === undefined ? [] : [{ value: json, pointer: appendPointer(pointer, 'example') }];
    const several = memberOf(value, 'examples');
    const listed = (Array.isArray(several) ? several : []).map((item, index) => ({
      value: item,
      pointer: appendPointer(pointer, 'examples', index),
    }));
    return [...single, ...listed].map((example) => ({ ...example, schema: { schema: value, pointer } }));
  }
  const schema = memberOf(value, 'schema');
  if (!isSchema(schema) || !describesValues(kind, pointer)) return [];
  const located = { schema, pointer: appendPointer(pointer, 'schema') };
  return listExamples({ document }, pointer).map((example) => ({ ...example, schema: located }));
}

// The examples of other media types are texts of them, not values.
function describesValues(kind: DocumentObject['kind'], pointer: string): boolean {
  if (kind === 'parameter' || kind === 'header') return true;
  return kind === 'mediaType' && isJson(parsePointer(pointer)?.at(-1) ?? '');
}
