import { Plus, X } from 'lucide-react';
import { Button } from '../../components/button.tsx';
import type { MaterialLimit } from './limits.ts';
import styles from './materials.module.css';

/** URLs of one kind of material, up to the limit of the mode. */
export function Materials({
  title,
  names,
  limit,
  urls,
  isFull,
  onChange,
}: {
  readonly title: string;
  /** Labels each field by its index, from 0. */
  readonly names: (index: number) => string;
  readonly limit: MaterialLimit;
  readonly urls: readonly string[];
  /** Disables adding, because of limits other than that of this list. */
  readonly isFull: boolean;
  readonly onChange: (urls: readonly string[]) => void;
}) {
  const fields = urls.map((url, index) => ({ url, name: names(index), index }));
  return (
    <fieldset className={styles.kind}>
      <legend className={styles.title}>{title}</legend>
      <p className={styles.hint}>{limit.description}</p>
      {fields.map(({ url, name, index }) => (
        <div key={name} className={styles.row}>
          <input
            className={styles.input}
            type="url"
            inputMode="url"
            aria-label={name}
            placeholder="https://"
            value={url}
            onChange={(event) => onChange(urls.with(index, event.target.value))}
          />
          <Button
            look="ghost"
            isIcon
            aria-label={`Remove ${name}`}
            onClick={() => onChange(urls.toSpliced(index, 1))}
          >
            <X size={16} aria-hidden />
          </Button>
        </div>
      ))}
      {urls.length < limit.most ? (
        <div>
          <Button disabled={isFull} onClick={() => onChange([...urls, ''])}>
            <Plus size={14} aria-hidden />
            Add {names(urls.length).toLowerCase()}
          </Button>
        </div>
      ) : null}
    </fieldset>
  );
}
