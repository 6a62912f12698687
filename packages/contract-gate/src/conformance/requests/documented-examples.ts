// Every example that an operation shows: of parameters, bodies and headers, and of its callbacks.
import type { LocatedSchema, MediaType, OpenApiModel, Operation } from '@keyframe/openapi-model';
import { listAllExamples, type ValueExample } from './examples.ts';

/** An example, and the schema that it has to be valid by. */
export interface DocumentedExample extends ValueExample {
  schema: LocatedSchema | undefined;
  /** The one who sends it: `request` for clients. */
  direction: 'request' | 'response';
}

type Described = Pick<MediaType, 'name' | 'pointer' | 'schema'>;

/** Lists the examples of an operation, each once. */
export function documentedExamples(
  document: OpenApiModel['document'],
  operation: Operation,
): DocumentedExample[] {
  const own = sentBy(document, operation, { sender: 'request', answerer: 'response' });
  // In callbacks it is the server who sends.
  const called = operation.callbacks
    .flatMap(({ operations }) => operations)
    .flatMap((one) => sentBy(document, one, { sender: 'response', answerer: 'request' }));
  return [...new Map([...own, ...called].map((example) => [example.pointer, example])).values()];
}

interface Directions {
  sender: DocumentedExample['direction'];
  answerer: DocumentedExample['direction'];
}

function sentBy(
  document: OpenApiModel['document'],
  { parameters, requestBody, responses }: Operation,
  { sender, answerer }: Directions,
): DocumentedExample[] {
  const of = (parts: readonly Described[], direction: DocumentedExample['direction']) =>
    parts.flatMap(({ name, pointer, schema }) =>
      // XML examples are text, which the schema does not describe.
      listAllExamples(document, pointer).map((example) => ({
        ...example,
        schema: /\/.*\bxml\b/i.test(name) ? undefined : schema,
        direction,
      })),
    );
  return [
    ...of(parameters, sender),
    ...of(requestBody?.content ?? [], sender),
    ...responses.flatMap(({ headers, content }) => [...of(headers, answerer), ...of(content, answerer)]),
  ];
}
