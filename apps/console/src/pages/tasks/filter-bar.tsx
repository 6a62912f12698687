import { Model } from 'virtual:contract-schemas';
import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { readable } from '../../components/statuses.tsx';
import styles from './filter-bar.module.css';
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
export function FilterBar({
  filters,
  onChange,
}: {
  readonly filters: TaskFilters;
  readonly onChange: Change;
}) {
  const isNarrowed = Object.keys(filters).length > 0;
  return (
    <search className={styles.bar}>
      <IdFilter value={filters.id ?? ''} onChange={(id) => onChange({ id })} />
      {CHOICES.map(([name, any, values]) => (
        <select
          key={name}
          className={styles.control}
          aria-label={readable(name)}
          value={filters[name] ?? ''}
          onChange={(event) => onChange({ [name]: event.target.value })}
        >
          <option value="">{any}</option>
          {values.map((value) => (
            <option key={value} value={value}>
              {name === 'model' ? value : readable(value)}
            </option>
          ))}
        </select>
      ))}
      <input
        type="date"
        className={styles.control}
        aria-label="Created from, UTC"
        value={filters.created_from?.slice(0, 10) ?? ''}
        onChange={({ target }) => onChange({ created_from: target.value && `${target.value}T00:00:00Z` })}
      />
      <input
        type="date"
        className={styles.control}
        aria-label="Created before, UTC"
        value={filters.created_before?.slice(0, 10) ?? ''}
        onChange={({ target }) => onChange({ created_before: target.value && `${target.value}T00:00:00Z` })}
      />
      {isNarrowed ? (
        <Button
          look="ghost"
          onClick={() => onChange(Object.fromEntries(Object.keys(filters).map((name) => [name, ''])))}
        >
          <X size={14} aria-hidden />
          Clear
        </Button>
      ) : null}
    </search>
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
  return (
    <input
      type="search"
      className={styles.control}
      aria-label="Task id"
      placeholder="Task id begins with"
      value={text}
      onChange={(event) => setText(event.target.value)}
    />
  );
}
