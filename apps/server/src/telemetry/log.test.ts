import { DrizzleQueryError } from 'drizzle-orm';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { logOptions } from './log.ts';

function logged(fields: object): string {
  const lines: string[] = [];
  pino(logOptions('info'), { write: (line) => lines.push(line) }).error(fields, 'failed');
  return lines.join('');
}

test('a failed query is logged by its cause, without the parameters that hold prompts', () => {
  const error = new DrizzleQueryError('INSERT …', ['a secret prompt'], new Error('connection lost'));
  expect(error.message).toContain('a secret prompt');
  expect(logged({ err: error })).toContain('connection lost');
  expect(logged({ err: error })).not.toContain('a secret prompt');
});

test('keys and prompts are redacted where a field is named after them', () => {
  const line = logged({
    authorization: 'Bearer sk_live_x',
    prompt: 'a secret prompt',
    input: { prompt: 'too' },
  });
  expect(line).not.toMatch(/sk_live|secret|too/);
});
