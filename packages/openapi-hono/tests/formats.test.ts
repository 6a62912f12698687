import { TEXT_FORMATS } from '@keyframe/openapi-runtime/formats';
import { createMutants } from '@keyframe/openapi-schema/values';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect, test } from 'vitest';

type Format = keyof typeof TEXT_FORMATS;

const EXAMPLES: Partial<Record<Format, string[]>> = {
  ipv6: ['1:2:3:4:5:6:1.2.3.4', '1::2:1.2.3.4', '::1.2.3.4', '1:2:3:4:5:6:7::', '::2:3:4:5:6:7:8'],
  ipv4: ['1.2.3.4', '255.249.199.99'],
  date: ['2024-02-29', '2100-02-28', '2026-11-30'],
  'json-pointer': ['/a/~0b/~1'],
};
const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);

// The formats that ajv-formats decides as their RFCs do.
test.each(Object.keys(EXAMPLES) as Format[])('%s decides as ajv-formats', (format) => {
  const expected = ajv.compile({ type: 'string', format });
  const texts = createMutants(EXAMPLES[format] ?? [], { count: 5_000, seed: 3 });
  const different = texts.filter(
    (text) => typeof text === 'string' && expected(text) !== TEXT_FORMATS[format](text),
  );
  expect(different).toEqual([]);
});
