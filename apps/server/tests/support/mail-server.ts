import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

export interface Mail {
  readonly to: readonly string[];
  readonly content: string;
}

/** An SMTP server that keeps what it receives, and rejects addresses that begin with `unknown`. */
export class MailServer {
  readonly mails: Mail[] = [];
  readonly #smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _, callback) =>
      callback(address.startsWith('unknown') ? new Error('no such mailbox') : undefined),
    onData: async (stream, { envelope }, callback) => {
      const content = await text(stream);
      this.mails.push({ to: envelope.rcptTo.map(({ address }) => address), content });
      callback();
    },
  });

  /** Listens on a free port, and returns the URL. */
  async listen(): Promise<string> {
    const server = this.#smtp.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('The SMTP server has no port.');
    return `smtp://127.0.0.1:${address.port}`;
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => this.#smtp.close(() => resolve()));
  }
}
