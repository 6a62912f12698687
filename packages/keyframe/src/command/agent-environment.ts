// Variables that coding agents set for the commands that they run.
const VARIABLES = [
  'AI_AGENT',
  'AMP_CURRENT_THREAD_ID',
  'ANTIGRAVITY_AGENT',
  'AUGMENT_AGENT',
  'CLAUDECODE',
  'CLAUDE_CODE',
  'CODEX_SANDBOX',
  'CODEX_THREAD_ID',
  'COPILOT_AGENT',
  'COPILOT_CLI',
  'CURSOR_AGENT',
  'GEMINI_CLI',
  'GOOSE_TERMINAL',
  'OPENCODE',
  'OPENCODE_CLIENT',
];

/** Reports whether a coding agent runs this process: its output then has neither color nor progress that overwrites. */
export function isAgentEnvironment(env: Readonly<Record<string, string | undefined>>): boolean {
  return VARIABLES.some((name) => env[name] !== undefined && env[name] !== '');
}
