/** Examples of the command line, by the group that they belong to; `--help` prints them. */
export const EXAMPLES: Readonly<Record<string, readonly string[]>> = {
  admin: [
    'team create --name Acme',
    'key create --owner own_… --mode live',
    'credits grant --owner own_… --mode live --amount 1000',
    'doctor',
  ],
  team: ['team create --name Acme'],
  key: [
    'key create --owner own_… --mode live --scopes videos:create,tasks:read --expires 2030-01-31T12:00:00Z',
    'key revoke --id key_…',
  ],
  credits: [
    'credits grant --owner own_… --mode live --amount 1000 --reference "invoice 7"',
    'credits show --owner own_… --json',
  ],
  ledger: ['ledger audit'],
  task: ['task retry-refund --id task_…'],
  operator: ['operator link'],
  user: ['user password-link --email ada@example.com'],
  database: ['database migrate'],
  doctor: ['doctor', 'doctor --json'],
};

/** Formats the examples of a group for the end of its help; empty if it has none. */
export function formatExamples(group: string): string {
  const lines = (EXAMPLES[group] ?? []).map((example) => `  npm run --silent admin -- ${example}`);
  return lines.length === 0 ? '' : `\nExamples:\n${lines.join('\n')}`;
}
