// RPC process: the least that Node keeps of a request that waits.
import { createServer, type ServerResponse } from 'node:http';
import { listen } from '@keyframe/test-kit';
import { serveParent } from '../process/serve-parent.ts';
import type { HoldingRequest, HoldingState } from './holding-server.ts';

const MB = 1024 * 1024;
const RECORD = JSON.stringify({ status: 'completed' });

const held: ServerResponse[] = [];
const listening = listen(
  createServer(({ headers }, response) => {
    if (headers.prefer === undefined) response.end(RECORD);
    else held.push(response);
  }),
);

serveParent<HoldingRequest, HoldingState>(async ({ isOver }) => {
  if (isOver) for (const response of held.splice(0)) response.end(RECORD);
  const { url } = await listening;
  return { url, rssMb: process.memoryUsage.rss() / MB, waiting: held.length };
});
