import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import type { Option } from './field.tsx';
import styles from './filters.module.css';

/** What narrows a list, and a way to see all of it again. */
export function FilterBar({
  isNarrowed,
  onClear,
  children,
}: {
  readonly isNarrowed: boolean;
  readonly onClear: () => void;
  readonly children: ReactNode;
}) {
  return (
    <search className={styles.bar}>
      {children}
      {isNarrowed ? (
        <Button look="ghost" onClick={onClear}>
          <X size={14} aria-hidden />
          Clear filters
        </Button>
      ) : null}
    </search>
  );
}

interface FilterProps {
  readonly label: string;
  /** Empty: not narrowed. */
  readonly value: string | undefined;
  readonly onChange: (value: string) => void;
}

/** Narrows a list to one of some values. */
export function FilterSelect({
  label,
  any,
  options,
  value = '',
  onChange,
}: FilterProps & {
  /** What the choice of all of them says. */
  readonly any: string;
  readonly options: readonly Option[];
}) {
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

/** Narrows a list to what begins with a text. */
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

/** Narrows a list by a day in UTC; gives and takes the beginning of that day. */
export function FilterDay({ label, value = '', onChange }: FilterProps) {
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
