// RPC process: one server of the orders API, and the CPU time of its process.
import { createServer } from 'node:http';
import { listen } from '@keyframe/test-kit';
import { serveParent } from '../process/serve-parent.ts';
import { FRAMEWORKS } from './frameworks.ts';
import type { OrdersRequest, OrdersResponse } from './orders-server.ts';

let url = '';

serveParent<{ request: OrdersRequest }, OrdersResponse>(async ({ request }) => {
  if (request !== 'measure') {
    const listener = await FRAMEWORKS[request.framework](request.generated);
    ({ url } = await listen(createServer(listener)));
  }
  const { user, system } = process.cpuUsage();
  return { url, cpuMicroseconds: user + system };
});
