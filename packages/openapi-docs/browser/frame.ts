/** The frame of a page: colors, the menu of small windows, and the buttons that copy. */
const STORED_THEME = 'docs-colors';

/** Contents of the page that its buttons copy or save. */
export interface FrameContents {
  /** Returns the page that is open. */
  readonly getMarkdown: () => Promise<string>;
  readonly getDocument: () => Promise<object>;
}

/** Starts the frame. */
export function startFrame({ getMarkdown, getDocument }: FrameContents): void {
  startTheme();
  startMenu();
  document.addEventListener('click', ({ target }) => {
    if (!(target instanceof HTMLButtonElement)) return;
    if (target.hasAttribute('data-copy'))
      void copy(target, Promise.resolve(target.parentElement?.querySelector('code')?.textContent ?? ''));
    if (target.classList.contains('copy-page')) void copy(target, getMarkdown());
    if (target.classList.contains('download-document')) void getDocument().then(download);
  });
}

const COPIED_MS = 2_000;

async function copy(button: HTMLButtonElement, text: Promise<string>): Promise<void> {
  const label = button.textContent;
  try {
    await navigator.clipboard.writeText(await text);
    button.textContent = 'Copied';
  } catch {
    button.textContent = 'Not allowed';
  }
  setTimeout(() => {
    button.textContent = label;
  }, COPIED_MS);
}

function download(contents: object): void {
  const href = URL.createObjectURL(
    new Blob([JSON.stringify(contents, null, 2)], { type: 'application/json' }),
  );
  Object.assign(document.createElement('a'), { href, download: 'openapi.json' }).click();
  URL.revokeObjectURL(href);
}

function startTheme(): void {
  const choice = document.querySelector<HTMLSelectElement>('.theme-choice');
  const apply = (scheme: string) => document.documentElement.style.setProperty('color-scheme', scheme);
  const stored = readStored();
  if (stored !== null && /^(?:light dark|light|dark)$/.test(stored)) {
    apply(stored);
    if (choice !== null) choice.value = stored;
  }
  choice?.addEventListener('change', () => {
    apply(choice.value);
    try {
      localStorage.setItem(STORED_THEME, choice.value);
    } catch {
      // It holds until the page is left.
    }
  });
}

function readStored(): string | null {
  try {
    return localStorage.getItem(STORED_THEME);
  } catch {
    return null;
  }
}

function startMenu(): void {
  const button = document.querySelector<HTMLButtonElement>('.menu-open');
  const menu = document.getElementById('menu');
  const toggle = (isOpen: boolean) => {
    menu?.toggleAttribute('data-open', isOpen);
    button?.setAttribute('aria-expanded', String(isOpen));
  };
  button?.addEventListener('click', () => toggle(!menu?.hasAttribute('data-open')));
  menu?.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('a') !== null) toggle(false);
  });
  menu?.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return;
    toggle(false);
    button?.focus();
  });
}
