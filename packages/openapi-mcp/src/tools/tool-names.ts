const LONGEST = 64;

/** Names operations as hosts accept tools: letters, digits, `_` and `-`, at most 64 of them, each name once. */
export function nameTools(ids: readonly string[]): string[] {
  const taken = new Set<string>();
  return ids.map((id) => {
    const name = clean(id, LONGEST);
    let unique = name;
    for (let count = 2; taken.has(unique); count += 1) {
      const end = `_${count}`;
      unique = clean(id, LONGEST - end.length) + end;
    }
    taken.add(unique);
    return unique;
  });
}

function clean(id: string, length: number): string {
  const name = id.replaceAll(/[^A-Za-z0-9_-]+/g, '_').replaceAll(/^_+|_+$/g, '');
  return (name || 'operation').slice(0, length);
}
