import { Model } from 'virtual:contract-schemas';
import { useEffect, useState } from 'react';
import type { Option } from '../../components/field.tsx';
import { FilterBar, FilterText } from '../../components/filters.tsx';
import { readable } from '../../components/statuses.tsx';
import type { TaskFilters } from './filters.ts';

const SETTLED_MS = 250;
const CHOICES = [
  ['status', 'Any status', ['queued', 'generating', 'completed', 'failed']],
  ['billing_status', 'Any billing', ['reserved', 'charged', 'refunded', 'refund_failed']],
  ['mode', 'Live and test', ['live', 'test']],
  ['model', 'Any model', Model.enum],
] as const satisfies readonly (readonly [keyof TaskFilters, string, readonly string[]])[];

/** Narrows a list of tasks. */
export function TaskFilterBar({
  filters,
  keys,
  onChange,
}: {
  readonly filters: TaskFilters;
  /** The keys to choose from; without them tasks are not narrowed by key. */
  readonly keys?: readonly Option[] | undefined;
  readonly onChange: (change: Partial<Record<keyof TaskFilters, string>>) => void;
}) {
  const choices = CHOICES.map(([name, any, values]) => ({
    name,
    label: readable(name),
    any,
    options: values.map((value) => ({ value, label: name === 'model' ? value : readable(value) })),
  }));
  const byKey =
    keys === undefined ? [] : [{ name: 'key_id', label: 'API key', any: 'Any key', options: keys } as const];
  return (
    <FilterBar
      filters={filters}
      onChange={onChange}
      choices={[...choices, ...byKey]}
      days={['created_from', 'created_before']}
    >
      <IdFilter value={filters.id ?? ''} onChange={(id) => onChange({ id })} />
    </FilterBar>
  );
}

/** Asks once the typing rests. */
function IdFilter({ value, onChange }: { readonly value: string; readonly onChange: (id: string) => void }) {
  const [text, setText] = useState(value);
  const [seen, setSeen] = useState(value);
  if (seen !== value) {
    setSeen(value);
    setText(value);
  }
  useEffect(() => {
    if (text.trim() === value) return;
    const timer = setTimeout(() => onChange(text.trim()), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [text, value, onChange]);
  return <FilterText label="Task ID" placeholder="Task ID begins with" value={text} onChange={setText} />;
}
