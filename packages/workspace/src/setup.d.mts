/** Runs `install`, which returns an exit code, unless `root` is installed already; returns the exit code. */
export function setUp(root: string, install: () => number): number;
