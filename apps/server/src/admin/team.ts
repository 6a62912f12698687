import { defineCommand } from '@keyframe/cli/command';
import { createCallbackSecret } from '../callbacks/sign.ts';
import { callbackPublicKey } from '../callbacks/signing-key.ts';
import { createOwner } from '../owners/owners.queries.ts';
import { JSON_OPTION, readName } from './options.ts';
import { formatResult, withDatabase } from './run.ts';

/** Creates a team, and prints what verifies its callbacks. */
export const CREATE_TEAM = defineCommand({
  name: 'team create',
  summary: 'create a team without credits',
  description: 'Creates a team without credits, and prints its callback secret and public key.',
  arguments: [],
  options: { name: { value: '<name>', description: 'name of the team', isRequired: true }, ...JSON_OPTION },
  async run({ values }, { out }) {
    const name = readName(values.name);
    const owner = await withDatabase((database) =>
      createOwner(database, { name, callbackSecret: createCallbackSecret() }),
    );
    const { id, callbackSecret: callback_secret } = owner;
    const callback_public_key = callbackPublicKey(owner.callbackKeySeed);
    out(formatResult({ id, name, callback_secret, callback_public_key }, values));
    return 0;
  },
});
