import { type LedgerEntryPage, listLedgerEntries, type operations } from '@keyframe/console-contract/client';
import { Download } from 'lucide-react';
import { client } from '../../api/client.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { writeLedgerCsv } from './ledger-csv.ts';
import { addBalances } from './running-balance.ts';

type LedgerQuery = NonNullable<operations['listLedgerEntries']['parameters']['query']>;

/** The contract's limit of a page. */
const PAGE = 100;
/** Entries of a file; the pages stay within the service's limit of requests. */
const MOST_ENTRIES = 10_000;

/** A button that downloads the newest 10,000 entries of a filtered ledger as CSV. */
export function ExportLedger({
  ownerId,
  filter,
}: {
  readonly ownerId: string;
  readonly filter: Pick<LedgerQuery, 'mode' | 'kind'>;
}) {
  const download = async () => {
    const entries = addBalances(await readPages(ownerId, filter), filter.kind === undefined);
    const url = URL.createObjectURL(new Blob([writeLedgerCsv(entries)], { type: 'text/csv' }));
    const link = Object.assign(document.createElement('a'), {
      href: url,
      download: `ledger-${new Date().toISOString().slice(0, 10)}.csv`,
    });
    link.click();
    URL.revokeObjectURL(url);
  };
  return (
    <ActionButton onAct={download}>
      <Download size={14} aria-hidden />
      Export CSV
    </ActionButton>
  );
}

async function readPages(ownerId: string, filter: LedgerQuery): Promise<LedgerEntryPage[]> {
  const pages: LedgerEntryPage[] = [];
  let cursor: string | null = null;
  do {
    const query: LedgerQuery = { ...filter, limit: PAGE, ...(cursor !== null && { cursor }) };
    const page: LedgerEntryPage = await listLedgerEntries(client, { path: { ownerId }, query });
    pages.push(page);
    cursor = page.next_cursor;
  } while (cursor !== null && pages.length < MOST_ENTRIES / PAGE);
  return pages;
}
