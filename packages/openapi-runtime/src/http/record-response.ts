import { joinPointer } from '../json-pointer.ts';
import type { ResponseIssue } from './response-violation-error.ts';

/** A response without its values: its status, its members, and where it departs from its contract. */
export interface RecordedResponse {
  operationId: string;
  status: number;
  /** JSON pointers of the members in the body; `*` stands for items, and for names that may be data. */
  members: string[];
  issues: { where: ResponseIssue['where']; path: string }[];
}

/** Lists the members of a response; `keyframe record --responses` reads the result, one on a line. */
export function recordResponse(
  { operationId, status }: Pick<RecordedResponse, 'operationId' | 'status'>,
  body: unknown,
  issues: readonly ResponseIssue[],
): RecordedResponse {
  const members = new Set<string>();
  addMembers(body, [], members);
  const places = issues.map(({ where, path }) => ({
    where,
    path: joinPointer(path.map((name) => (typeof name === 'string' ? maskName(name) : '*'))),
  }));
  return { operationId, status, members: [...members], issues: places };
}

function addMembers(value: unknown, path: readonly string[], members: Set<string>): void {
  if (Array.isArray(value)) {
    for (const item of value) addMembers(item, [...path, '*'], members);
    return;
  }
  if (typeof value !== 'object' || value === null || value instanceof ReadableStream) return;
  for (const [name, member] of Object.entries(value)) {
    const memberPath = [...path, maskName(name)];
    members.add(joinPointer(memberPath));
    addMembers(member, memberPath, members);
  }
}

// The keys of a map may be ids or addresses.
function maskName(name: string): string {
  return /^[A-Za-z_$-](?:\d{0,2}[A-Za-z_$-]){0,40}\d{0,2}$/.test(name) ? name : '*';
}
