import { AuditAction } from 'virtual:contract-schemas';
import type { operations } from '@keyframe/console-contract/client';
import { useState } from 'react';
import type { Option } from '../../components/field.tsx';
import { FilterBar } from '../../components/filters.tsx';
import { nameAction } from './audit-action.ts';

/** The filters of an audit log. */
type AuditFilters = Pick<
  NonNullable<operations['listAuditEvents']['parameters']['query']>,
  'actor_id' | 'action' | 'from' | 'before'
>;

const ACTIONS = AuditAction.enum.map((value) => ({ value, label: nameAction(value) }));

/** Keeps the filters of an audit log; a change to an empty text takes one away. */
export function useAuditFilters() {
  const [filters, setFilters] = useState<AuditFilters>({});
  const change = (changes: { [TName in keyof AuditFilters]?: string }) => {
    const next = Object.entries({ ...filters, ...changes }).filter(([, value]) => value !== '');
    setFilters(Object.fromEntries(next) as AuditFilters);
  };
  return { filters, change };
}

/** Narrows an audit log. */
export function AuditFilterBar({
  state: { filters, change },
  members,
}: {
  readonly state: ReturnType<typeof useAuditFilters>;
  /** The members to choose from; without them events are not narrowed by who did them. */
  readonly members?: readonly Option[] | undefined;
}) {
  const byMember =
    members === undefined
      ? []
      : [{ name: 'actor_id', label: 'Member', any: 'Anyone', options: members } as const];
  const byAction = { name: 'action', label: 'Action', any: 'Any action', options: ACTIONS } as const;
  return (
    <FilterBar
      filters={filters}
      onChange={change}
      choices={[...byMember, byAction]}
      days={['from', 'before']}
    />
  );
}
