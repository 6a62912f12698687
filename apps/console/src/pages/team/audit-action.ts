/** Names an action for people: the API calls a team `owner`, which in the console is a role. */
export function nameAction(action: string): string {
  return action.replace(/^owner\./, 'team.');
}
