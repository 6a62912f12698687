import { Model } from 'virtual:contract-schemas';
import { useEffect, useState } from 'react';
import type { Option } from '../../components/field.tsx';
import { FilterBar, FilterDay, FilterSelect, FilterText } from '../../components/filters.tsx';
import { readable } from '../../components/statuses.tsx';
import type { TaskFilters } from './filters.ts';

const SETTLED_MS = 250;
const CHOICES = [
  ['status', 'Any status', ['queued', 'generating', 'completed', 'failed']],
  ['billing_status', 'Any billing', ['reserved', 'charged', 'refunded', 'refund_failed']],
  ['mode', 'Live and test', ['live', 'test']],
  ['model', 'Any model', Model.enum],
] as const satisfies readonly (readonly [keyof TaskFilters, string, readonly string[]])[];

type Change = (change: Partial<Record<keyof TaskFilters, string>>) => void;

/** Narrows a list of tasks. */
export function TaskFilterBar({
  filters,
  keys,
  onChange,
}: {
  readonly filters: TaskFilters;
  /** The keys to choose from; without them tasks are not narrowed by key. */
  readonly keys?: readonly Option[] | undefined;
  readonly onChange: Change;
}) {
  const names = Object.keys(filters);
  return (
    <FilterBar
      isNarrowed={names.length > 0}
      onClear={() => onChange(Object.fromEntries(names.map((name) => [name, ''])))}
    >
      <IdFilter value={filters.id ?? ''} onChange={(id) => onChange({ id })} />
      {CHOICES.map(([name, any, values]) => (
        <FilterSelect
          key={name}
          label={readable(name)}
          any={any}
          options={values.map((value) => ({ value, label: name === 'model' ? value : readable(value) }))}
          value={filters[name]}
          onChange={(value) => onChange({ [name]: value })}
        />
      ))}
      {keys === undefined ? null : (
        <FilterSelect
          label="API key"
          any="Any key"
          options={keys}
          value={filters.key_id}
          onChange={(id) => onChange({ key_id: id })}
        />
      )}
      <FilterDay
        label="From"
        value={filters.created_from}
        onChange={(from) => onChange({ created_from: from })}
      />
      <FilterDay
        label="Before"
        value={filters.created_before}
        onChange={(before) => onChange({ created_before: before })}
      />
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
