import type { JsonObject } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { CALL, DESCRIBE, explainArguments, SEARCH } from './search-tools.ts';

test.each<[name: Parameters<typeof explainArguments>[0], args: JsonObject, findings: string[]]>([
  [SEARCH, { query: 'a' }, []],
  [SEARCH, {}, ['query: is required']],
  [SEARCH, { query: 1 }, ['query: must be a string (got 1)']],
  [DESCRIBE, { name: 'getThing' }, ['name: unknown argument (known: operation)', 'operation: is required']],
  [CALL, { operation: 'getThing' }, []],
  [CALL, { operation: 'getThing', id: 1 }, ['id: unknown argument (known: operation, arguments)']],
  [CALL, { operation: 'getThing', arguments: '{}' }, ['arguments: must be an object (got "{}")']],
])('%s with %j has the findings %j', (name, args, findings) => {
  expect(explainArguments(name, args)).toEqual(findings);
});
