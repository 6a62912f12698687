import { createTransport } from 'nodemailer';
import type { MailSettings } from './settings.ts';

/** A message as text; no part of it is HTML, so nothing in it has to be escaped. */
export interface MailMessage {
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
}

export interface Mailer {
  /** Hands a message to the SMTP server; rejects unless the server accepts it for every address. */
  send(message: MailMessage): Promise<void>;
  /** Connects and signs in without sending anything. */
  verify(): Promise<void>;
}

const TIMEOUT_MS = 10_000;

/** Creates the sender of e-mail: one connection for each message, each step bounded by 10 seconds. */
export function createMailer({ url, from }: MailSettings): Mailer {
  const timeouts = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS };
  const transport = createTransport({
    url,
    ...timeouts,
    // Messages are text of our own: nothing in them names a file or a URL to read.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ to, subject, text }) {
      const { rejected } = await transport.sendMail({ from, to: [...to], subject, text });
      if (rejected.length > 0)
        throw new Error(`The SMTP server rejected ${rejected.length} of ${to.length} addresses.`);
    },
    async verify() {
      await transport.verify();
    },
  };
}
