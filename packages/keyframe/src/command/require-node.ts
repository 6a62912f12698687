/** Returns a message if a version of Node is older than a range such as `>=22.19.0`; undefined if it is in the range. */
export function findNodeProblem(
  tool: string,
  range: string,
  version: string = process.versions.node,
): string | undefined {
  const lowest = range.replace('>=', '');
  if (lowest.localeCompare(version, 'en', { numeric: true }) <= 0) return undefined;
  return `${tool} needs Node ${lowest} or newer (this is ${version}). Install one in the project: npm install --save-dev node@24`;
}

/**
 * Ends the process with status 2 if its Node is too old. An entry imports everything else after this call: modules that
 * use what that Node lacks do not even load.
 */
export function requireNode(tool: string, range: string): void {
  const problem = findNodeProblem(tool, range);
  if (problem === undefined) return;
  console.error(problem);
  process.exit(2);
}
