// The types of components say what their schemas say: a file that assigns to and from them compiles where it should.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compileFolder, documentWith, generateIntoFolder } from './generate-into-folder.ts';

const NODE = { $ref: '#/components/schemas/Node' };

const schemas = {
  Node: {
    type: 'object',
    required: ['value'],
    properties: { value: { type: 'integer' }, next: NODE, size: { type: 'number', default: 1 } },
  },
  Pair: { type: 'array', prefixItems: [{ type: 'string' }, { const: 2 }], items: false, minItems: 2 },
  Names: { type: 'object', additionalProperties: { type: 'string' } },
  Shape: {
    oneOf: [
      { type: 'object', required: ['kind'], properties: { kind: { const: 'dot' } } },
      {
        type: 'object',
        required: ['kind', 'side'],
        properties: { kind: { const: 'box' }, side: { type: 'number' } },
      },
    ],
    discriminator: { propertyName: 'kind' },
  },
  Maybe: { type: ['string', 'null'] },
  Both: {
    allOf: [NODE, { type: 'object', required: ['more'], properties: { more: { enum: ['a', true] } } }],
  },
};

const CHECKS = `import type { z } from 'zod';
import * as own from './schemas.ts';
import type { Both, Maybe, Names, Node, NodeInput, Pair, Shape } from './schemas.ts';

export const node: Node = { value: 1, size: 1, next: { value: 2, size: 1 } };
export const input: NodeInput = { value: 1, next: { value: 2 } };
export const size: number | undefined = node.next?.next?.size;
// @ts-expect-error a default is there afterwards
export const bare: Node = { value: 1 };
// @ts-expect-error a member that is not documented
export const more: Node = { value: 1, size: 1, other: 1 };
// @ts-expect-error undefined is no number
export const absent: NodeInput = { value: 1, size: undefined };
export const pair: Pair = ['a', 2];
// @ts-expect-error one item is missing
export const half: Pair = ['a'];
export const names: Names = { a: 'b' };
export const maybe: Maybe = null;
export const both: Both = { value: 1, size: 1, more: true };
export const side = (shape: Shape): number => (shape.kind === 'box' ? shape.side : 0);
export const parsed: Node = own.Node.parse({});
export const output: z.output<typeof own.Both> = both;
export const accepted: z.input<typeof own.Shape> = { kind: 'dot' };
`;

test('types narrow, close their circles and know defaults', async () => {
  await using folder = await generateIntoFolder(documentWith(schemas));
  await writeFile(join(folder.path, 'checks.ts'), CHECKS);
  expect(await compileFolder(folder)).toBe('');
});
