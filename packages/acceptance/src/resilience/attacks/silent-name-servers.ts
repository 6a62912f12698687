// 40 callbacks to names whose name servers never answer, and 41 of another owner to a host that does.

import { createSocket } from 'node:dgram';
import { eventually } from '@keyframe/test-kit';
import type { Attack } from './attack.ts';
import { startCallbackAttack } from './callback-attack.ts';

const ATTACKS = 40;
const OTHERS = 41;
/** Timeout of a callback. */
const TIMEOUT_MS = 15_000;

/** Opens a name server that takes every query and answers none. */
async function startSilentNameServer() {
  const socket = createSocket('udp4');
  let queries = 0;
  socket.on('message', () => {
    queries += 1;
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return {
    address: `127.0.0.1:${socket.address().port}`,
    get queries() {
      return queries;
    },
    [Symbol.dispose]: () => socket.close(),
  };
}

/** Counts the deliveries of another owner that have not arrived 15 seconds after the attack began. */
export const silentNameServers: Attack = async () => {
  using nameServer = await startSilentNameServer();
  await using attack = await startCallbackAttack({ EGRESS_DNS: nameServer.address });
  const { receiver } = attack;
  const [attacker, other] = [await attack.createOwner(), await attack.createOwner()];
  const names = Array.from({ length: ATTACKS }, (_, index) => `https://silent-${index}.example/`);
  await attack.endTasks(attacker, names);
  await eventually('a query of a silent name server', () => nameServer.queries || undefined);
  const began = performance.now();
  await attack.endTasks(
    other,
    Array.from({ length: OTHERS }, () => `${receiver.namedUrl}/other`),
  );
  const arrived = () => receiver.deliveries('/other').length;
  const isOver = () => arrived() >= OTHERS || performance.now() - began > TIMEOUT_MS;
  await eventually('the end of the attack', () => isOver() || undefined);
  const figure = OTHERS - arrived();
  return {
    before: '41 of 41 late',
    after: `${figure} of 41 late`,
    bound: '0 of 41 late',
    isWithinBound: figure <= 0,
  };
};
