import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import type { Option } from './field.tsx';
import styles from './filters.module.css';

/** A choice that filters a list by one value. */
interface Choice<TName extends string> {
  readonly name: TName;
  readonly label: string;
  /** Label of the option that shows all values. */
  readonly any: string;
  readonly options: readonly Option[];
}

/** Filters a list by choices and by days in UTC, and resets the filters. */
export function FilterBar<TName extends string>({
  filters,
  onChange,
  choices,
  days: [from, before],
  children,
}: {
  readonly filters: Readonly<Partial<Record<TName, string>>>;
  /** Sets a filter; an empty text removes it. */
  readonly onChange: (change: Partial<Record<TName, string>>) => void;
  readonly choices: readonly Choice<TName>[];
  /** Names of the filters by the first day and by the day after the last. */
  readonly days: readonly [from: TName, before: TName];
  /** Filters shown before the choices. */
  readonly children?: ReactNode;
}) {
  const set = (name: TName) => (value: string) =>
    onChange({ [name]: value } as Partial<Record<TName, string>>);
  const names = Object.keys(filters);
  const clear = () =>
    onChange(Object.fromEntries(names.map((name) => [name, ''])) as Partial<Record<TName, string>>);
  return (
    <search className={styles.bar}>
      {children}
      {choices.map(({ name, ...choice }) => (
        <FilterSelect key={name} {...choice} value={filters[name]} onChange={set(name)} />
      ))}
      <FilterDay label="From" value={filters[from]} onChange={set(from)} />
      <FilterDay label="Before" value={filters[before]} onChange={set(before)} />
      {names.length > 0 ? (
        <Button look="ghost" onClick={clear}>
          <X size={14} aria-hidden />
          Clear filters
        </Button>
      ) : null}
    </search>
  );
}

interface FilterProps {
  readonly label: string;
  /** Empty without a filter. */
  readonly value: string | undefined;
  readonly onChange: (value: string) => void;
}

function FilterSelect({
  label,
  any,
  options,
  value = '',
  onChange,
}: FilterProps & Omit<Choice<string>, 'name'>) {
  return (
    <select
      className={styles.control}
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="">{any}</option>
      {/* A value of the address that is no longer offered narrows the list as well. */}
      {value !== '' && !options.some((option) => option.value === value) ? (
        <option value={value}>{value}</option>
      ) : null}
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}

/** Filters a list by a prefix. */
export function FilterText({
  label,
  value = '',
  placeholder,
  onChange,
}: FilterProps & { readonly placeholder: string }) {
  return (
    <input
      type="search"
      className={styles.control}
      aria-label={label}
      placeholder={placeholder}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

/** Field for a day; its value is the beginning of the day. */
function FilterDay({ label, value = '', onChange }: FilterProps) {
  return (
    <label className={styles.day}>
      {label}
      <input
        type="date"
        className={styles.control}
        aria-label={`${label}, UTC`}
        value={value.slice(0, 10)}
        onChange={({ target }) => onChange(target.value && `${target.value}T00:00:00Z`)}
      />
    </label>
  );
}
