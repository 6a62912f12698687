import styles from './code-block.module.css';
import { CopyButton } from './copy-button.tsx';

/** A text to copy; long lines wrap, so that nothing scrolls sideways. */
export function CodeBlock({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    <div className={styles.block}>
      <pre className={styles.code}>
        <code>{text}</code>
      </pre>
      <div className={styles.copy}>
        <CopyButton text={text} label={`Copy ${label}`} isIcon />
      </div>
    </div>
  );
}
