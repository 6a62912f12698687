import type { ComponentProps } from 'react';
import { Link } from 'wouter';
import styles from './button.module.css';
import { classNames } from './class-names.ts';

interface ButtonLook {
  readonly look?: 'primary' | 'secondary' | 'ghost' | 'danger' | undefined;
  /** A square around an icon; the button needs a label of its own. */
  readonly isIcon?: boolean | undefined;
  readonly isWide?: boolean | undefined;
}

function buttonClass({ look = 'secondary', isIcon, isWide }: ButtonLook): string {
  return classNames(styles.button, styles[look], isIcon && styles.icon, isWide && styles.wide);
}

/** A button; while it is busy it stays focusable and does nothing. */
export function Button({
  look,
  isIcon,
  isWide,
  isBusy = false,
  onClick,
  ...rest
}: ButtonLook & ComponentProps<'button'> & { readonly isBusy?: boolean }) {
  return (
    <button
      type="button"
      {...rest}
      className={buttonClass({ look, isIcon, isWide })}
      aria-disabled={isBusy || undefined}
      onClick={(event) => (isBusy ? event.preventDefault() : onClick?.(event))}
    />
  );
}

/** A link to a page of the console that looks like a button. */
export function ButtonLink({
  look,
  isIcon,
  isWide,
  href,
  children,
}: ButtonLook & { readonly href: string; readonly children: React.ReactNode }) {
  return (
    <Link href={href} className={buttonClass({ look, isIcon, isWide })}>
      {children}
    </Link>
  );
}
