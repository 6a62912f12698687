import type { Mode } from '@keyframe/console-contract/client';
import { Segmented } from './segmented.tsx';

const MODES = [
  { value: 'all', label: 'All' },
  { value: 'live', label: 'Live' },
  { value: 'test', label: 'Test' },
] as const;

/** Live, test or both. */
export function ModeChoice({
  mode,
  onChange,
}: {
  readonly mode: Mode | undefined;
  readonly onChange: (mode: Mode | undefined) => void;
}) {
  return (
    <Segmented
      label="Mode"
      options={MODES}
      value={mode ?? 'all'}
      onChange={(value) => onChange(value === 'all' ? undefined : value)}
    />
  );
}
