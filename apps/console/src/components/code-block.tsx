import styles from './code-block.module.css';
import { CopyButton } from './copy-button.tsx';

/** A text to copy; long lines wrap, so that nothing scrolls sideways. */
export function CodeBlock({
  text,
  label,
  hasCopy = true,
}: {
  readonly text: string;
  readonly label: string;
  /** Whether the block has its own button; without it, another one copies the text. */
  readonly hasCopy?: boolean;
}) {
  return (
    <div className={styles.block}>
      <pre className={styles.code}>
        <code>{text}</code>
      </pre>
      {hasCopy ? (
        <div className={styles.copy}>
          <CopyButton text={text} label={`Copy ${label}`} isIcon />
        </div>
      ) : null}
    </div>
  );
}
