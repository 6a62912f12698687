import { expect, test } from 'vitest';
import type { Payload } from '../finding.ts';
import { formatCurl } from './curl.ts';

const START = "curl -sS -i -X POST http://127.0.0.1/things -H 'content-type: application/json'";

test.each<[body: Payload, command: string]>([
  [{ text: '{"a":1}', encoding: 'utf8' }, `${START} --data-binary '{"a":1}'`],
  [{ text: '/w==', encoding: 'base64' }, `printf %s /w== | base64 -d | ${START} --data-binary @-`],
  [
    { text: '['.repeat(5_000), encoding: 'utf8' },
    `${START} --data-binary @- # 5000 bytes, which start with "${'['.repeat(40)}"`,
  ],
  [
    { text: `\n${'['.repeat(4_000)}`, encoding: 'utf8', size: 9_000 },
    `${START} --data-binary @- # 9000 bytes, which start with "\\n${'['.repeat(39)}"`,
  ],
])('a body is part of the command unless it is long, case %#', (body, command) => {
  const headers = [['content-type', 'application/json']] as const;
  expect(formatCurl({ method: 'POST', url: 'http://127.0.0.1/things', headers, body })).toBe(command);
});
