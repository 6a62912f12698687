/** The mark of the service, as in its favicon. */
export function Mark({ size = 20 }: { readonly size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="7" fill="var(--color-accent)" />
      <path d="M16 6l10 10-10 10L6 16z" fill="var(--color-on-accent)" />
    </svg>
  );
}

/** Content of the page until its script and then the session are loaded. */
export function Starting() {
  return (
    <div className="starting">
      <svg width={32} height={32} viewBox="0 0 32 32" role="img" aria-label="The console is loading">
        <rect width="32" height="32" rx="7" />
        <path d="M16 6l10 10-10 10L6 16z" />
      </svg>
    </div>
  );
}
