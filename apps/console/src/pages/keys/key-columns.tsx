import type { Key } from '@keyframe/console-contract/client';
import { Stacked } from '../../components/stacked.tsx';
import { KeyBadge, ModeBadge } from '../../components/statuses.tsx';
import type { Column } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';

/** The columns of a table of API keys. */
export const KEY_COLUMNS: readonly Column<Key>[] = [
  {
    header: 'Name',
    cell: ({ name, hint }) => <Stacked main={name || 'Unnamed'} below={<code>{hint}</code>} />,
  },
  { header: 'Mode', cell: ({ mode }) => <ModeBadge mode={mode} /> },
  { header: 'Scopes', cell: ({ scopes }) => <code>{scopes.join(' ')}</code> },
  { header: 'State', cell: ({ state }) => <KeyBadge state={state} /> },
  {
    header: 'Last used',
    cell: ({ last_used_at: at }) => (at === null ? 'Never' : <Time at={at} />),
  },
  {
    header: 'Created',
    cell: ({ created_at: at, created_by: by }) => (
      <Stacked main={<Time at={at} />} below={by ?? 'command line'} />
    ),
  },
  {
    header: 'Expires',
    cell: ({ expires_at: at }) => (at === null ? 'Never' : <Time at={at} />),
  },
];
