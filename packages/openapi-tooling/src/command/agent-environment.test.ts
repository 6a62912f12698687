import { expect, test } from 'vitest';
import { isAgentEnvironment } from './agent-environment.ts';

test.each([
  [{}, false],
  [{ CLAUDECODE: '' }, false],
  [{ TERM: 'xterm' }, false],
  [{ CLAUDECODE: '1' }, true],
  [{ CURSOR_AGENT: '1' }, true],
  [{ GEMINI_CLI: '1' }, true],
])('%j belongs to a coding agent: %s', (env, expected) => {
  expect(isAgentEnvironment(env)).toBe(expected);
});
