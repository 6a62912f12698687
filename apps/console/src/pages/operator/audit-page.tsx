import { listOperatorAuditEvents } from '@keyframe/console-contract/client';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { pagedQuery } from '../../api/operation-query.ts';
import { Page } from '../../components/page.tsx';
import { AuditFilterBar, useAuditFilters } from '../team/audit-filters.tsx';
import { AuditTable } from '../team/audit-table.tsx';

export function AuditPage() {
  const state = useAuditFilters();
  const query = useInfiniteQuery({
    ...pagedQuery(listOperatorAuditEvents, (page) => ({
      query: { ...state.filters, ...page },
    })),
    placeholderData: keepPreviousData,
  });
  return (
    <Page title="Audit log" description="Actions in all teams and in the service, newest first.">
      <AuditTable query={query} filters={<AuditFilterBar state={state} />} hasTeams />
    </Page>
  );
}
