import { listAuditEvents, listMembers } from '@keyframe/console-contract/client';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ask, askPages } from '../../api/ask.ts';
import { AuditFilterBar, useAuditFilters } from './audit-filters.tsx';
import { AuditTable } from './audit-table.tsx';

/** What was done to the owner. */
export function AuditLog({ ownerId }: { readonly ownerId: string }) {
  const state = useAuditFilters();
  const members = useQuery(ask('listMembers', listMembers, { path: { ownerId } }));
  const query = useInfiniteQuery({
    ...askPages('listAuditEvents', listAuditEvents, (page) => ({
      path: { ownerId },
      query: { ...state.filters, ...page },
    })),
    placeholderData: keepPreviousData,
  });
  const choices = members.data?.data.map(({ user_id: id, email }) => ({ value: id, label: email })) ?? [];
  return <AuditTable query={query} filters={<AuditFilterBar state={state} members={choices} />} />;
}
