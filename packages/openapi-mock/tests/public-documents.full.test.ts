// Documents that others have published: at least 80 % of the resources that they create are remembered.
import { fileURLToPath } from 'node:url';
import { loadDocument } from '@keyframe/openapi-model';
import { ExactValidators } from '@keyframe/openapi-schema/validators';
import { expect, test } from 'vitest';
import { createMock } from '../src/index.ts';
import { findTriples } from './public-documents/find-triples.ts';
import { probeTriple } from './public-documents/probe-triple.ts';
import { RequestWriter } from './public-documents/request-writer.ts';

const EXAMPLES = '@readme/oas-examples';

/** The resources of each document that cannot be remembered, with the reason. */
const DOCUMENTS: readonly [name: string, exceptions: Readonly<Record<string, string>>][] = [
  [`${EXAMPLES}/3.0/json/petstore-expanded.json`, {}],
  [
    `${EXAMPLES}/3.1/json/petstore.json`,
    { '/pet/{petId}': 'the creation documents no response, and its request cannot contain the id' },
  ],
  [`${EXAMPLES}/3.1/json/train-travel.json`, {}],
  ['@scalar/galaxy/3.1.json', {}],
  ['@figma/rest-api-spec/openapi/openapi.yaml', {}],
];

test.each(DOCUMENTS)(
  '%s is remembered',
  async (name, exceptions) => {
    const model = await loadDocument(fileURLToPath(import.meta.resolve(name)), { lenient: true });
    const { fetch } = createMock(model);
    const writer = new RequestWriter(new ExactValidators(model), 'http://mock.example');
    const triples = findTriples(model);
    const failures: Record<string, string> = {};
    for (const triple of triples) {
      const reason = await probeTriple(triple, { triples, writer, send: fetch });
      if (reason !== undefined) failures[triple.itemPath] = reason;
    }
    expect(triples.length).toBeGreaterThan(0);
    expect(Object.keys(failures)).toEqual(Object.keys(exceptions));
  },
  120_000,
);
