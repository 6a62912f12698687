import { listAuditEvents } from '@keyframe/console-contract/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { askPages } from '../../api/ask.ts';
import { AuditTable } from './audit-table.tsx';

/** What was done to the owner. */
export function AuditLog({ ownerId }: { readonly ownerId: string }) {
  const query = useInfiniteQuery(
    askPages('listAuditEvents', listAuditEvents, (page) => ({ path: { ownerId }, query: page })),
  );
  return <AuditTable query={query} />;
}
