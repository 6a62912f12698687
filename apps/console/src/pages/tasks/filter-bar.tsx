import { Model } from 'virtual:contract-schemas';
import { useEffect, useState } from 'react';
import type { Option } from '../../components/field.tsx';
import { FilterBar, FilterText } from '../../components/filters.tsx';
import { readable } from '../../components/statuses.tsx';
import type { FilterChange, TaskFilters } from './filters.ts';

const SETTLED_MS = 400;
type ChoiceRow = readonly [name: keyof TaskFilters, any: string, values: readonly string[]];
const CHOICES = [
  ['status', 'Any status', ['queued', 'generating', 'completed', 'failed']],
  ['mode', 'Live and test', ['live', 'test']],
] as const satisfies readonly ChoiceRow[];
const MORE_CHOICES = [
  ['billing_status', 'Any billing', ['reserved', 'charged', 'refunded', 'refund_failed']],
  ['model', 'Any model', Model.enum],
] as const satisfies readonly ChoiceRow[];

function createChoice([name, any, values]: (typeof CHOICES | typeof MORE_CHOICES)[number]) {
  const options = values.map((value) => ({ value, label: name === 'model' ? value : readable(value) }));
  return { name, label: readable(name), any, options };
}

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
  const byKey =
    keys === undefined ? [] : [{ name: 'key_id', label: 'API key', any: 'Any key', options: keys } as const];
  return (
    <FilterBar
      filters={filters}
      onChange={onChange}
      choices={[...CHOICES.map(createChoice), ...byKey]}
      moreChoices={MORE_CHOICES.map(createChoice)}
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
