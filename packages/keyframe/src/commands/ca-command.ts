import { defineCommand, JSON_OPTION } from '../command/command.ts';

/** Creates the CA that certificates for callbacks over TLS are issued by. */
export const caCommand = defineCommand({
  name: 'ca',
  summary: 'create a CA for callbacks over TLS',
  description:
    'Creates a CA, unless the file is one already, and writes its certificate to the file and its key to <file>.key. Let the server under test trust it, then pass the file to --callback-ca.',
  arguments: ['<file>'],
  options: JSON_OPTION,
  async run({ values: { json }, positionals: [file] }, { out }) {
    const { createCallbackAuthority } = await import('@keyframe/contract-gate');
    await createCallbackAuthority(file);
    out(json ? JSON.stringify({ written: [file] }) : file);
    return 0;
  },
});
