/** Reads a path of the console out of `?next=`, and nothing that leads elsewhere. */
export function nextPath(search: string): string {
  const next = new URLSearchParams(search).get('next') ?? '/';
  return /^\/(?![/\\])/.test(next) ? next : '/';
}
