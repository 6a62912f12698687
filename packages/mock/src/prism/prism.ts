// Prism's own command, in a process that ends with the one that started it, however that one ends.
import { IncomingMessage, Server } from 'node:http';

process.on('disconnect', () => process.exit());

// For a body that is no JSON, Prism 5.16 waits for the end of what it has read to the end, and so never answers.
const { once } = IncomingMessage.prototype;
function onceEvenAfter(this: IncomingMessage, event: string, listener: () => void): IncomingMessage {
  if (event === 'end' && this.readableEnded) process.nextTick(listener);
  return once.call(this, event, listener);
}
Reflect.set(IncomingMessage.prototype, 'once', onceEvenAfter);

// Prism reports its address only in its log. The log must be silent, because printing it ends Prism on some requests.
const { listen } = Server.prototype;
function listenAndSendAddress(this: Server, ...given: Parameters<Server['listen']>): Server {
  this.once('listening', () => process.send?.(this.address()));
  return listen.apply(this, given);
}
Reflect.set(Server.prototype, 'listen', listenAndSendAddress);

await import('@stoplight/prism-cli').catch((cause: unknown) => {
  if (!(cause instanceof Error && 'code' in cause && cause.code === 'ERR_MODULE_NOT_FOUND')) throw cause;
  throw new Error(
    '@stoplight/prism-cli is not installed. Install it: npm install --save-dev @stoplight/prism-cli@5.16.0',
    { cause },
  );
});
