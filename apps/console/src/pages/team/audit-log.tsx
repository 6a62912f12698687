import { listAuditEvents, listMembers } from '@keyframe/console-contract/client';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { operationQuery, pagedQuery } from '../../api/operation-query.ts';
import { AuditFilterBar, useAuditFilters } from './audit-filters.tsx';
import { AuditTable } from './audit-table.tsx';

/** Audit log of the owner. */
export function AuditLog({ ownerId }: { readonly ownerId: string }) {
  const state = useAuditFilters();
  const members = useQuery(operationQuery(listMembers, { path: { ownerId } }));
  const query = useInfiniteQuery({
    ...pagedQuery(listAuditEvents, (page) => ({
      path: { ownerId },
      query: { ...state.filters, ...page },
    })),
    placeholderData: keepPreviousData,
  });
  const choices = members.data?.data.map(({ user_id: id, email }) => ({ value: id, label: email })) ?? [];
  return <AuditTable query={query} filters={<AuditFilterBar state={state} members={choices} />} />;
}
