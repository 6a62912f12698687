import { expect, test } from 'vitest';
import { DOCUMENT, enterProject, runKeyframe } from './run-keyframe.ts';

// A second operation, whose schema is missing.
const BROKEN = `${DOCUMENT}  /gone:
    get:
      operationId: getGone
      responses:
        '200':
          description: Gone.
          content:
            application/json:
              schema: { $ref: '#/components/schemas/Gone' }
`;

test.each([
  'mock broken.yaml --explain',
  'mcp broken.yaml --list',
  'generate client broken.yaml --out out/client',
  'generate server broken.yaml --out out/server',
  'generate types broken.yaml --out out/types.ts',
])('%s omits operations with problems by --skip-unsupported, and rejects them without', async (line) => {
  using _ = enterProject('{ apis: {} }', { 'broken.yaml': BROKEN });
  const words = line.split(' ');
  expect(await runKeyframe(words)).toMatchObject({ status: 1, err: expect.stringContaining('no target') });
  const { status, err } = await runKeyframe([...words, '--skip-unsupported']);
  expect([status, err]).toEqual([0, expect.stringContaining('skipped: getGone (GET /gone)')]);
});
