import { expect, test } from 'vitest';
import { isAgentEnvironment } from './agent-environment.ts';

test.each([
  [{}, false],
  [{ CLAUDECODE: '' }, false],
  [{ TERM: 'xterm' }, false],
  [{ CLAUDECODE: '1' }, true],
  [{ CODEX_SANDBOX: 'seatbelt' }, true],
  [{ COPILOT_AGENT: '1' }, true],
  [{ COPILOT_CLI: '1' }, true],
  [{ CURSOR_AGENT: '1' }, true],
  [{ GEMINI_CLI: '1' }, true],
  [{ OPENCODE: '1' }, true],
  [{ AI_AGENT: 'another-agent' }, true],
])('%j belongs to a coding agent: %s', (env, expected) => {
  expect(isAgentEnvironment(env)).toBe(expected);
});
