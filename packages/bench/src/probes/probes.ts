// One small schema per keyword, and per combination that generators are known to drop, with values that show the difference.
import probes from '../../data/probes.json' with { type: 'json' };

/** A schema with values on both of its sides. */
export interface Probe {
  readonly name: string;
  readonly schema: boolean | object;
  readonly valid: readonly unknown[];
  readonly invalid: readonly unknown[];
}

/** Lists the probes. */
export const PROBES: readonly Probe[] = probes;

/** Makes a document of probes: each a component, and the body of an operation. */
export function createDocument(probes: readonly Probe[]): object {
  const schemas = Object.fromEntries(probes.map(({ schema }, index) => [`Probe${index}`, schema]));
  const paths = Object.fromEntries(
    probes.map((_, index) => [`/probe${index}`, { post: createOperation(index) }]),
  );
  return {
    openapi: '3.1.0',
    info: { title: 'Probes', version: '1' },
    paths,
    components: { schemas: { ...schemas, Text: { type: 'string', minLength: 2 } } },
  };
}

function createOperation(index: number): object {
  const schema = { $ref: `#/components/schemas/Probe${index}` };
  return {
    operationId: `probe${index}`,
    requestBody: { required: true, content: { 'application/json': { schema } } },
    responses: { '204': { description: 'Seen' } },
  };
}
