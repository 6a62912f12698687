// The commands of the palette, and their order for a search.
import type { Session } from '@keyframe/console-contract/client';
import type { ListMenu } from './menu.ts';
import { includesRole } from './session-rules.ts';

/** A command of the palette. */
export interface Command {
  readonly id: string;
  readonly label: string;
  /** Group that the list names. */
  readonly group: 'Task' | 'Pages' | 'Actions' | 'Teams' | 'Operator';
  /** Address below the console. */
  readonly href: string;
}

const ACTIONS: readonly (readonly [label: string, path: string, role: 'developer' | 'admin'])[] = [
  ['Create an API key', 'keys?open=create', 'developer'],
  ['Generate a video', 'play', 'developer'],
  ['Send a test event', 'callbacks', 'developer'],
  ['Invite a member', 'team?open=invite', 'admin'],
];

/** Lists the commands of a user whose current team is `ownerId`. */
export function listCommands(
  { user, owners }: Session,
  ownerId: string | undefined,
  listMenu: ListMenu,
): Command[] {
  const role = owners.find(({ id }) => id === ownerId)?.role;
  const base = `/owners/${ownerId}`;
  const pages = [...(role === undefined ? [] : listMenu('team', ownerId)), ...listMenu('account')];
  const actions = ACTIONS.filter(([, , needed]) => includesRole(role, needed));
  const others = owners.filter(({ id }) => id !== ownerId);
  const operator = user.is_operator ? listMenu('operator') : [];
  return [
    ...pages.map(({ label, href }) => ({ id: href, label, group: 'Pages' as const, href })),
    ...actions.map(([label, path]) => ({
      id: `${base}/${path} ${label}`,
      label,
      group: 'Actions' as const,
      href: `${base}/${path}`,
    })),
    ...others.map(({ id, name }) => ({
      id,
      label: `Switch to ${name}`,
      group: 'Teams' as const,
      href: `/owners/${id}`,
    })),
    ...operator.map(({ label, href }) => ({ id: href, label, group: 'Operator' as const, href })),
  ];
}

const TASK_ID = /^task_[0-9a-z]{26}$/;

/** Returns the command that opens a task if the text is the id of one. */
export function findTaskCommand(
  text: string,
  { user }: Session,
  ownerId: string | undefined,
): Command | undefined {
  const id = text.trim().toLowerCase();
  if (!TASK_ID.test(id)) return undefined;
  if (ownerId !== undefined) {
    return { id, label: `Open ${id}`, group: 'Task', href: `/owners/${ownerId}/tasks/${id}` };
  }
  return user.is_operator
    ? { id, label: `Open ${id}`, group: 'Task', href: `/operator/tasks/${id}` }
    : undefined;
}

/** Keeps the commands that contain every word of a text; those whose label begins with it come first. */
export function filterCommands(commands: readonly Command[], text: string): Command[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const isMatch = ({ label, group }: Command) => {
    const searched = `${label} ${group}`.toLowerCase();
    return words.every((word) => searched.includes(word));
  };
  const rank = ({ label }: Command) => (label.toLowerCase().startsWith(words[0] ?? '') ? 0 : 1);
  return commands.filter(isMatch).toSorted((left, right) => rank(left) - rank(right));
}
