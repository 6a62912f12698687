import { ChevronDown, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
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

interface FilterBarProps<TName extends string> {
  readonly filters: Readonly<Partial<Record<TName, string>>>;
  /** Sets a filter; an empty text removes it. */
  readonly onChange: (change: Partial<Record<TName, string>>) => void;
  readonly choices: readonly Choice<TName>[];
  /** Choices in a second row, with the days, which a button opens; without them there is one row. */
  readonly moreChoices?: readonly Choice<TName>[];
  /** Names of the filters by the first day and by the day after the last. */
  readonly days: readonly [from: TName, before: TName];
  /** Filters shown before the choices. */
  readonly children?: ReactNode;
}

/** Filters a list by choices and by days in UTC, and resets the filters. */
export function FilterBar<TName extends string>({
  filters,
  onChange,
  choices,
  moreChoices = [],
  days: [from, before],
  children,
}: FilterBarProps<TName>) {
  const set = (name: TName) => (value: string) =>
    onChange({ [name]: value } as Partial<Record<TName, string>>);
  const names = Object.keys(filters);
  const clear = () =>
    onChange(Object.fromEntries(names.map((name) => [name, ''])) as Partial<Record<TName, string>>);
  const listSelects = (listed: readonly Choice<TName>[]) =>
    listed.map(({ name, ...choice }) => (
      <FilterSelect key={name} {...choice} value={filters[name]} onChange={set(name)} />
    ));
  const more = (
    <>
      {listSelects(moreChoices)}
      <FilterDay label="From" value={filters[from]} onChange={set(from)} />
      <FilterDay label="Before" value={filters[before]} onChange={set(before)} />
    </>
  );
  const moreNames = [...moreChoices.map(({ name }) => name), from, before];
  const moreCount = moreNames.filter((name) => filters[name] !== undefined).length;
  return (
    <search className={styles.bar}>
      {children}
      {listSelects(choices)}
      {moreChoices.length > 0 ? <MoreFilters count={moreCount}>{more}</MoreFilters> : more}
      {names.length > 0 ? (
        <Button look="ghost" onClick={clear}>
          <X size={14} aria-hidden />
          Clear filters
        </Button>
      ) : null}
    </search>
  );
}

/** A button that opens a second row of filters; the row is open at first if it has a filter. */
function MoreFilters({ count, children }: { readonly count: number; readonly children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(count > 0);
  return (
    <>
      <Button look="ghost" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {count > 0 ? `More filters (${count})` : 'More filters'}
        <ChevronDown size={14} aria-hidden />
      </Button>
      {isOpen ? <div className={styles.more}>{children}</div> : null}
    </>
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
