import type { PlayRequest } from '@keyframe/console-contract/client';
import { Sparkles } from 'lucide-react';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { SelectField, TextAreaField } from '../../components/field.tsx';
import { Notice } from '../../components/notice.tsx';
import { Segmented } from '../../components/segmented.tsx';
import type { Draft, Problems } from './draft.ts';
import { MODELS, SETTINGS } from './limits.ts';
import { MaterialFields } from './material-fields.tsx';
import styles from './play.module.css';
import { Price } from './price.tsx';
import { OptionFields, SettingFields } from './setting-fields.tsx';

const TYPES = [
  { value: 'text-to-video', label: 'Text' },
  { value: 'image-to-video', label: 'Image' },
  { value: 'reference-to-video', label: 'References' },
] as const;
const MODES = [
  { value: 'test', label: 'Test: a small preview' },
  { value: 'live', label: 'Live' },
];

export interface PlayFormProps {
  readonly ownerId: string;
  readonly draft: Draft;
  /** Problems of the draft; shown after the first attempt to send. */
  readonly problems: Problems;
  /** The request to send; undefined while there are problems. */
  readonly body: PlayRequest | undefined;
  readonly error: string | undefined;
  readonly isBusy: boolean;
  readonly onChange: (change: Partial<Draft>) => void;
  readonly onSend: () => void;
}

/** A request of any of the three modes. */
export function PlayForm({ draft, problems, error, onChange, ...rest }: PlayFormProps) {
  return (
    <Card
      title="Generate from"
      actions={
        <Segmented
          label="Generate from"
          options={TYPES}
          value={draft.type}
          onChange={(type) => onChange({ type })}
        />
      }
    >
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          rest.onSend();
        }}
      >
        <TextAreaField
          label="Prompt"
          placeholder={SETTINGS.prompt.examples[0]}
          error={problems.prompt}
          value={draft.prompt}
          onChange={(event) => onChange({ prompt: event.target.value })}
        />
        <MaterialFields draft={draft} onChange={onChange} />
        <p role="alert" className={styles.problem} hidden={problems.materials === undefined}>
          {problems.materials}
        </p>
        <ModelFields draft={draft} onChange={onChange} />
        <SettingFields draft={draft} problems={problems} onChange={onChange} />
        <OptionFields draft={draft} problems={problems} onChange={onChange} />
        {error === undefined ? null : <Notice tone="danger">{error}</Notice>}
        <div className={styles.send}>
          <Price ownerId={rest.ownerId} body={rest.body} />
          <Button type="submit" look="primary" isBusy={rest.isBusy}>
            <Sparkles size={16} aria-hidden />
            Generate
          </Button>
        </div>
      </form>
    </Card>
  );
}

function ModelFields({ draft, onChange }: Pick<PlayFormProps, 'draft' | 'onChange'>) {
  return (
    <div className={styles.grid}>
      <SelectField
        label="Model"
        options={MODELS.map((value) => ({ value, label: value }))}
        value={draft.model}
        onChange={(event) => onChange({ model: event.target.value })}
      />
      <SelectField
        label="Mode"
        options={MODES}
        value={draft.mode}
        onChange={(event) => onChange({ mode: event.target.value === 'live' ? 'live' : 'test' })}
      />
    </div>
  );
}
