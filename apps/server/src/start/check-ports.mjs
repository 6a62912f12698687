#!/usr/bin/env node
/**
 * First step of `npm start`: reports a port that is in use before minutes of installation and build. Plain JavaScript
 * without imports of packages, because nothing is installed yet and Node may be 20.
 */
import { createServer } from 'node:net';

const { HOST, PORT, MOCK_PORT, ROLE } = process.env;
const host = HOST || '127.0.0.1';
const ports = [
  ['PORT', PORT || '4000'],
  ...(!ROLE || ROLE === 'all' ? [['MOCK_PORT', MOCK_PORT || '4010']] : []),
];

for (const [variable, text] of ports) {
  const error = await findListenError(Number(text));
  if (error?.code !== 'EADDRINUSE') continue;
  process.stderr.write(`Port ${text} on ${host} is already in use: set ${variable} to a free one.\n`);
  process.exitCode = 1;
}

/** Listens for a moment; other errors than a port in use, such as an invalid setting, are left to the server to report. */
function findListenError(port) {
  return new Promise((resolve) => {
    const server = createServer().once('error', resolve);
    try {
      server.listen(port, host, () => server.close(() => resolve(undefined)));
    } catch (error) {
      resolve(error);
    }
  });
}
