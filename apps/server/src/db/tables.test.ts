import document from '@keyframe/contract/openapi.json' with { type: 'json' };
import { expect, test } from 'vitest';
import { SCOPES } from './tables.ts';

interface Operation {
  readonly security: readonly { readonly apiKey: readonly string[] }[];
}

test('keys have the scopes that the operations of the contract need, and no other', () => {
  const operations = Object.values(document.paths).flatMap((pathItem): Operation[] =>
    Object.values(pathItem),
  );
  const needed = operations.flatMap(({ security }) => security.flatMap(({ apiKey }) => apiKey));
  expect(SCOPES.toSorted()).toEqual([...new Set(needed)].sort());
});
