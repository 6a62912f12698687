/** Commands whose package has another name, without its scope. */
const COMMANDS: Readonly<Record<string, string>> = {
  cli: 'keyframe',
  create: 'create-keyframe',
  mock: 'keyframe-mock',
  'prism-cli': 'prism',
};

/** Replaces `npx` and the name of a package by the package's command, which tests have in their PATH. */
export function replaceNpx(commands: string): string {
  return commands.replaceAll(
    /\bnpx (?:--no )?(?:@[\w-]+\/)?([\w-]+)/g,
    (_, name: string) => COMMANDS[name] ?? name,
  );
}
