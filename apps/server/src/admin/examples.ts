/** Examples of the command line, by the group that they belong to; `--help` prints them. */
export const EXAMPLES: Readonly<Record<string, readonly string[]>> = {
  admin: [
    'team create --name Acme',
    'key create --owner own_… --mode live',
    'credits grant --owner own_… --mode live --amount 1000',
    'doctor',
  ],
  team: ['team create --name Acme', 'team list --search acme', 'team rename --id own_… --name "Acme Ltd"'],
  key: [
    'key create --owner own_… --mode live --scopes videos:create,tasks:read --expires 2030-01-31T12:00:00Z',
    'key list --owner own_…',
    'key revoke --id key_…',
  ],
  credits: [
    'credits grant --owner own_… --mode live --amount 1000 --reference "invoice 7"',
    'credits show --owner own_… --json',
  ],
  ledger: ['ledger list --owner own_… --kind refund --limit 20', 'ledger audit'],
  task: ['task list --owner own_… --status failed', 'task retry-refund --id task_…'],
  delivery: ['delivery list --status failed', 'delivery show --id msg_…', 'delivery redeliver --id msg_…'],
  member: [
    'member invite --owner own_… --email ada@example.com --role developer',
    'member list --owner own_…',
  ],
  operator: ['operator link', 'operator list'],
  user: ['user password-link --email ada@example.com'],
  audit: ['audit list --owner own_… --action key.create --limit 20'],
  database: ['database migrate'],
  doctor: ['doctor', 'doctor --json'],
};

/** Formats the examples of a group for the end of its help; empty if it has none. */
export function formatExamples(group: string): string {
  const lines = (EXAMPLES[group] ?? []).map((example) => `  npm run --silent admin -- ${example}`);
  return lines.length === 0 ? '' : `\nExamples:\n${lines.join('\n')}`;
}
