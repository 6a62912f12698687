import { listOperatorAuditEvents } from '@keyframe/console-contract/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { askPages } from '../../api/ask.ts';
import { Page } from '../../components/page.tsx';
import { AuditTable } from '../team/audit-table.tsx';

export function AuditPage() {
  const query = useInfiniteQuery(
    askPages('listOperatorAuditEvents', listOperatorAuditEvents, (page) => ({ query: page })),
  );
  return (
    <Page title="Audit log" description="What was done to all owners and to the service.">
      <AuditTable query={query} hasOwners />
    </Page>
  );
}
