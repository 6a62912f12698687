import { AuditAction } from 'virtual:contract-schemas';
import type { operations } from '@keyframe/console-contract/client';
import { useState } from 'react';
import type { Option } from '../../components/field.tsx';
import { FilterBar, FilterDay, FilterSelect } from '../../components/filters.tsx';

/** What an audit log is narrowed to, in the words of the contract. */
type AuditFilters = Pick<
  NonNullable<operations['listAuditEvents']['parameters']['query']>,
  'actor_id' | 'action' | 'from' | 'before'
>;

const ACTIONS = AuditAction.enum.map((value) => ({ value, label: value }));

/** Keeps the filters of an audit log; a change to an empty text takes one away. */
export function useAuditFilters() {
  const [filters, setFilters] = useState<AuditFilters>({});
  const change = (changes: { [TName in keyof AuditFilters]?: string }) => {
    const next = Object.entries({ ...filters, ...changes }).filter(([, value]) => value !== '');
    setFilters(Object.fromEntries(next) as AuditFilters);
  };
  return { filters, change, clear: () => setFilters({}) };
}

/** Narrows an audit log. */
export function AuditFilterBar({
  state: { filters, change, clear },
  members,
}: {
  readonly state: ReturnType<typeof useAuditFilters>;
  /** The members to choose from; without them events are not narrowed by who did them. */
  readonly members?: readonly Option[] | undefined;
}) {
  return (
    <FilterBar isNarrowed={Object.keys(filters).length > 0} onClear={clear}>
      {members === undefined ? null : (
        <FilterSelect
          label="Member"
          any="Anyone"
          options={members}
          value={filters.actor_id}
          onChange={(id) => change({ actor_id: id })}
        />
      )}
      <FilterSelect
        label="Action"
        any="Any action"
        options={ACTIONS}
        value={filters.action}
        onChange={(action) => change({ action })}
      />
      <FilterDay label="From" value={filters.from} onChange={(from) => change({ from })} />
      <FilterDay label="Before" value={filters.before} onChange={(before) => change({ before })} />
    </FilterBar>
  );
}
