import { readDailyUsage } from '../../credits/usage.queries.ts';
import { describeKey } from '../../keys/describe-key.ts';
import { countKeys, listKeys, MAX_KEYS } from '../../keys/keys.queries.ts';
import { resumeOwner, suspendOwner } from '../../owners/suspensions.queries.ts';
import { MAX_MEMBERS } from '../../people/invitations.queries.ts';
import { listMembers } from '../../people/members.queries.ts';
import { answerHeaders, type ConsoleHandlers, createActor, type OperationServices } from '../environment.ts';
import { readDays } from './credits.ts';
import { describeMember } from './members.ts';
import { requireOwner } from './operators.ts';
import { OWNER_QUOTA } from './play.ts';

type TeamOperation =
  | 'listOperatorOwnerMembers'
  | 'listOperatorOwnerKeys'
  | 'getOperatorOwnerUsage'
  | 'getOperatorOwnerLimits'
  | 'suspendOwner'
  | 'resumeOwner';

/** One owner, as operators see and suspend it. */
export function operatorTeamOperations({
  database,
  rates,
}: OperationServices): Pick<ConsoleHandlers, TeamOperation> {
  return {
    listOperatorOwnerMembers: async (context, reply) => {
      const { id } = await requireOwner(database, context.req.valid('param').ownerId);
      const body = { data: (await listMembers(database, id)).map(describeMember) };
      return reply({ status: 200, headers: answerHeaders(context), body });
    },

    listOperatorOwnerKeys: async (context, reply) => {
      const { id: ownerId } = await requireOwner(database, context.req.valid('param').ownerId);
      const keys = await listKeys(database, { ownerId, limit: MAX_KEYS });
      return reply({ status: 200, headers: answerHeaders(context), body: { data: keys.map(describeKey) } });
    },

    getOperatorOwnerUsage: async (context, reply) => {
      const { id: ownerId } = await requireOwner(database, context.req.valid('param').ownerId);
      const { mode, from, to } = context.req.valid('query');
      const data = await readDailyUsage(database, { ownerId, mode }, readDays(from, to));
      return reply({ status: 200, headers: answerHeaders(context), body: { data } });
    },

    getOperatorOwnerLimits: async (context, reply) => {
      const { id: ownerId, members } = await requireOwner(database, context.req.valid('param').ownerId);
      const body = {
        requests_per_minute: {
          submissions_per_key: rates.create,
          queries_per_key: rates.status,
          submissions_of_all_keys: rates.owner.create,
          queries_of_all_keys: rates.owner.status,
          polls_per_task: rates.poll,
          submissions_at_console: OWNER_QUOTA,
        },
        keys: { used: await countKeys(database, ownerId), limit: MAX_KEYS },
        members: { used: members, limit: MAX_MEMBERS },
      };
      return reply({ status: 200, headers: answerHeaders(context), body });
    },

    suspendOwner: async (context, reply) => {
      const { id: ownerId } = await requireOwner(database, context.req.valid('param').ownerId);
      const { note } = context.req.valid('json');
      await suspendOwner(database, { ownerId, note, actor: createActor(context, 'operator') });
      const body = await requireOwner(database, ownerId);
      return reply({ status: 201, headers: answerHeaders(context), body });
    },

    resumeOwner: async (context, reply) => {
      const { id: ownerId } = await requireOwner(database, context.req.valid('param').ownerId);
      await resumeOwner(database, { ownerId, actor: createActor(context, 'operator') });
      const body = await requireOwner(database, ownerId);
      return reply({ status: 201, headers: answerHeaders(context), body });
    },
  };
}
