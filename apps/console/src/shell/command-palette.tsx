import { type KeyboardEvent, use, useCallback, useEffect, useId, useRef, useState } from 'react';
import { useLocation, useRoute } from 'wouter';
import styles from './command-palette.module.css';
import { type Command, filterCommands, findTaskCommand, listCommands } from './commands.ts';
import { MenuContext } from './menu.ts';
import { currentOwnerId, useSession } from './session.tsx';

/** The event that opens the palette. */
export const OPEN_COMMANDS = 'keyframe-commands';

/** Opens the palette on Ctrl-K, or Command-K on a Mac, and by an event. */
export function CommandPalette() {
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    const toggle = (event: globalThis.KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.shiftKey) return;
      event.preventDefault();
      // Not above another dialog.
      setIsOpen((wasOpen) => !wasOpen && document.querySelector('dialog[open]') === null);
    };
    const open = () => setIsOpen(true);
    window.addEventListener('keydown', toggle);
    window.addEventListener(OPEN_COMMANDS, open);
    return () => {
      window.removeEventListener('keydown', toggle);
      window.removeEventListener(OPEN_COMMANDS, open);
    };
  }, []);
  return isOpen ? <Palette onClose={() => setIsOpen(false)} /> : null;
}

function useCommands(text: string): Command[] {
  const session = useSession();
  const listMenu = use(MenuContext);
  const [, params] = useRoute('/owners/:owner/*?');
  const ownerId = params?.owner ?? currentOwnerId(session);
  const task = findTaskCommand(text, session, ownerId);
  return task === undefined ? filterCommands(listCommands(session, ownerId, listMenu), text) : [task];
}

/** Pages, actions and tasks by id: a combobox whose list follows the text (WAI-ARIA Authoring Practices). */
function Palette({ onClose }: { readonly onClose: () => void }) {
  const listId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const [, navigate] = useLocation();
  const commands = useCommands(text);
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  const run = (command: Command | undefined) => {
    if (command === undefined) return;
    onClose();
    navigate(command.href);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setActive((active + step + commands.length) % Math.max(1, commands.length));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      run(commands[active]);
    }
  };
  return (
    <dialog
      ref={dialog}
      className={styles.palette}
      aria-label="Commands"
      closedby="any"
      onClose={onClose}
      onCancel={onClose}
    >
      <input
        className={styles.input}
        role="combobox"
        aria-label="Search pages and actions"
        aria-expanded
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={commands[active] === undefined ? undefined : `${listId}-${active}`}
        placeholder="Page, action or task ID"
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
      />
      <CommandList id={listId} commands={commands} active={active} onPoint={setActive} onRun={run} />
    </dialog>
  );
}

function CommandList({
  id,
  commands,
  active,
  onPoint,
  onRun,
}: {
  readonly id: string;
  readonly commands: readonly Command[];
  readonly active: number;
  readonly onPoint: (index: number) => void;
  readonly onRun: (command: Command) => void;
}) {
  // Called with each item that becomes active, and with null for the one before.
  const showActive = useCallback(
    (item: HTMLElement | null) => item?.scrollIntoView({ block: 'nearest' }),
    [],
  );
  if (commands.length === 0) {
    return (
      <div id={id} role="listbox" aria-label="Commands" className={styles.list}>
        <p className={styles.none}>No page or action matches.</p>
      </div>
    );
  }
  return (
    <div id={id} role="listbox" aria-label="Commands" className={styles.list}>
      {commands.map((command, index) => (
        <div
          key={command.id}
          ref={index === active ? showActive : undefined}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          className={styles.command}
          onPointerMove={() => onPoint(index)}
          onClick={() => onRun(command)}
          onKeyDown={(event) => event.key === 'Enter' && onRun(command)}
        >
          <span>{command.label}</span>
          <span className={styles.group}>{command.group}</span>
        </div>
      ))}
    </div>
  );
}
