import { CheckField, SelectField, TextField } from '../../components/field.tsx';
import type { Draft, Problems } from './draft.ts';
import { CALLBACK_URL, SETTINGS } from './limits.ts';
import styles from './play.module.css';

interface SettingProps {
  readonly draft: Draft;
  readonly problems: Problems;
  readonly onChange: (change: Partial<Draft>) => void;
}

/** Duration, ratio, resolution and seed. */
export function SettingFields({ draft, problems, onChange }: SettingProps) {
  return (
    <div className={styles.grid}>
      <SelectField
        label="Duration"
        options={SETTINGS.duration.enum.map((value) => ({ value: String(value), label: `${value} seconds` }))}
        value={draft.duration}
        onChange={(event) => onChange({ duration: Number(event.target.value) })}
      />
      <SelectField
        label="Resolution"
        options={SETTINGS.resolution.enum.map((value) => ({ value, label: value }))}
        value={draft.resolution}
        onChange={(event) => onChange({ resolution: event.target.value })}
      />
      <SelectField
        label="Aspect ratio"
        options={SETTINGS.aspect_ratio.enum.map((value) => ({ value, label: value }))}
        value={draft.aspectRatio}
        onChange={(event) => onChange({ aspectRatio: event.target.value })}
      />
      <TextField
        label="Seed"
        inputMode="numeric"
        placeholder="random"
        error={problems.seed}
        value={draft.seed}
        onChange={(event) => onChange({ seed: event.target.value.trim() })}
      />
    </div>
  );
}

/** Optional features of a video. */
export function OptionFields({ draft, problems, onChange }: SettingProps) {
  return (
    <>
      <fieldset className={styles.checks}>
        <legend className="visually-hidden">Options</legend>
        <CheckField
          label="Sound"
          checked={draft.generateAudio}
          onChange={(event) => onChange({ generateAudio: event.target.checked })}
        />
        <CheckField
          label="Watermark"
          checked={draft.watermark}
          onChange={(event) => onChange({ watermark: event.target.checked })}
        />
        <CheckField
          label="Web search"
          checked={draft.webSearch}
          onChange={(event) => onChange({ webSearch: event.target.checked })}
        />
        <CheckField
          label="Last frame as an image"
          checked={draft.lastFrame}
          onChange={(event) => onChange({ lastFrame: event.target.checked })}
        />
      </fieldset>
      <TextField
        label="Callback URL"
        type="url"
        maxLength={CALLBACK_URL.maxLength}
        placeholder="https://"
        hint="Optional. Receives the outcome; without it no callback is sent."
        error={problems.callbackUrl}
        value={draft.callbackUrl}
        onChange={(event) => onChange({ callbackUrl: event.target.value.trim() })}
      />
    </>
  );
}
