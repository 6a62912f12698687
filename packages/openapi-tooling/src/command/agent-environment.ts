// Variables that coding agents set for the commands that they run.
const VARIABLES = [
  'AI_AGENT',
  'CLAUDECODE',
  'CODEX_SANDBOX',
  'CODEX_THREAD_ID',
  'CURSOR_AGENT',
  'GEMINI_CLI',
  'OPENCODE',
  'OPENCODE_CLIENT',
];

/** Reports whether a coding agent runs this process: its output then has neither color nor progress that overwrites. */
export function isAgentEnvironment(env: Readonly<Record<string, string | undefined>>): boolean {
  return VARIABLES.some((name) => env[name] !== undefined && env[name] !== '');
}
