import { Model } from 'virtual:contract-schemas';
import { useEffect, useState } from 'react';
import type { Option } from '../../components/field.tsx';
import { FilterBar, FilterText } from '../../components/filters.tsx';
import { readable } from '../../components/statuses.tsx';
import type { FilterChange, TaskFilters } from './filters.ts';

const SETTLED_MS = 400;
const CHOICES = [
  ['status', 'Any status', ['queued', 'generating', 'completed', 'failed']],
  ['billing_status', 'Any billing', ['reserved', 'charged', 'refunded', 'refund_failed']],
  ['mode', 'Live and test', ['live', 'test']],
  ['model', 'Any model', Model.enum],
] as const satisfies readonly (readonly [keyof TaskFilters, string, readonly string[]])[];

/** The filters of a list of tasks. */
export function TaskFilterBar({
  filters,
  keys,
  hasPrompts,
  onChange,
}: {
  readonly filters: TaskFilters;
  /** Whether prompts can be searched. */
  readonly hasPrompts: boolean;
  /** The keys to choose from; without them there is no filter by key. */
  readonly keys?: readonly Option[] | undefined;
  readonly onChange: (change: FilterChange) => void;
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
      {hasPrompts ? (
        <SettledText
          label="Prompt"
          placeholder="Prompt contains"
          leastLength={2}
          value={filters.prompt ?? ''}
          onChange={(prompt) => onChange({ prompt })}
        />
      ) : null}
      <SettledText
        label="Task ID"
        placeholder="Task ID begins with"
        leastLength={1}
        value={filters.id ?? ''}
        onChange={(id) => onChange({ id })}
      />
    </FilterBar>
  );
}

/** A filter by text that changes the list once the typing rests. */
function SettledText({
  value,
  leastLength,
  onChange,
  ...texts
}: {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  /** Shorter texts do not change the list. */
  readonly leastLength: number;
  readonly onChange: (value: string) => void;
}) {
  const [text, setText] = useState(value);
  const [seen, setSeen] = useState(value);
  if (seen !== value) {
    setSeen(value);
    setText(value);
  }
  useEffect(() => {
    const next = text.trim();
    if (next === value || (next !== '' && next.length < leastLength)) return;
    const timer = setTimeout(() => onChange(next), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [text, value, leastLength, onChange]);
  return <FilterText {...texts} value={text} onChange={setText} />;
}
