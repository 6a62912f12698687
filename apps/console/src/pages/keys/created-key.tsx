import type { KeyCreated } from '@keyframe/console-contract/client';
import { CodeBlock } from '../../components/code-block.tsx';
import { Notice } from '../../components/notice.tsx';
import { ShownOnce } from '../../components/shown-once.tsx';
import { writeCurlCommand } from './key-request.ts';
import styles from './keys.module.css';

/** A dialog with a new key in full, which is shown only once. */
export function CreatedKey({
  created,
  onClose,
}: {
  readonly created: KeyCreated;
  readonly onClose: () => void;
}) {
  return (
    <ShownOnce
      title="Keep this key now"
      secret={created.key}
      label="the key"
      intro={
        <Notice tone="warning">
          The full key is shown only this once. It is not stored, and nobody can show it again.
        </Notice>
      }
      onClose={onClose}
    >
      <p className={styles.label}>Try it</p>
      <CodeBlock text={writeCurlCommand(created, location.origin)} label="the command" />
    </ShownOnce>
  );
}
