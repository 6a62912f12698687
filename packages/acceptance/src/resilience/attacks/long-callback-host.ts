// A callback host of 236,003 characters, which was stored with the task, its delivery and each attempt, and logged.
import { createClient } from '@keyframe/client';
import type { Attack } from './attack.ts';
import { startCallbackAttack } from './callback-attack.ts';

const HOST_LENGTH = 236_003;

/** Counts the bytes that one submission makes the service write to its log and answer. */
export const longCallbackHost: Attack = async () => {
  await using attack = await startCallbackAttack();
  const { service } = attack;
  const client = createClient({ apiKey: await attack.createOwner(), baseUrl: service.url });
  const host = `${'a.'.repeat((HOST_LENGTH - 3) / 2)}com`;
  const input = { prompt: 'a calm sea #sandbox:fail=provider_failed' };
  const logged = service.child.stderr.length;
  const answer = await client.videos
    .create({ model: 'video-2-0', input, callback_url: `https://${host}/` })
    .then(
      ({ taskId }) => Promise.reject(new Error(`The host was accepted, as ${taskId}.`)),
      (error: Error) => error.message,
    );
  const figure = answer.length + service.child.stderr.length - logged;
  return {
    before: '1,700,000 bytes',
    after: `${figure} bytes`,
    bound: '10,000 bytes',
    isWithinBound: figure <= 10_000,
  };
};
