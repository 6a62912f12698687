import { mkdtempDisposableSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Operation, readModel } from '@keyframe/openapi-model';
import { Conventions } from '@keyframe/openapi-resources';
import { SYSTEM_CLOCK } from '@keyframe/openapi-runtime/internal';
import { expect, test } from 'vitest';
import { ExactSchemas } from '../schema/exact-schemas.ts';
import { formatAnswer } from './format-answer.ts';
import { ResultFiles } from './result-files.ts';

const document = { openapi: '3.1.1', info: { title: 'Films', version: '1' }, paths: {} };
const schemas = new ExactSchemas(readModel(document, 'films.yaml'));

test('a body beyond the limit is an error that names the limit, and leaves no file', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'format-answer-'));
  const response = new Response(null, { headers: { 'content-type': 'video/mp4' } });
  // It ends, so that a limit that fails does not fill the disk.
  const data = ReadableStream.from(Array(50).fill(new Uint8Array(100_000)));
  const result = await formatAnswer(
    {
      name: 'readFilm',
      output: undefined,
      operation: { method: 'get' } as Operation,
      parameters: [],
      body: undefined,
    },
    { status: 200, contentType: 'video/mp4', data, response },
    {
      schemas,
      clock: SYSTEM_CLOCK,
      conventions: new Conventions(),
      mostCharacters: 1_000,
      resultFiles: new ResultFiles(async () => folder.path, { file: 2_000_000 }),
    },
  );
  expect(result).toEqual({
    isError: true,
    content: [
      {
        type: 'text',
        text: 'The service answered with status 200, so the call was applied, but its body is larger than the limit of 2000000 bytes for a file.',
      },
    ],
  });
  expect(readdirSync(folder.path)).toEqual([]);
});
