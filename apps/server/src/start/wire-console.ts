/** Wires the console: its API, and sign-in. */
import type { Hono } from 'hono';
import type { ConsoleServices } from '../console/environment.ts';
import { sharedSecret } from '../db/secret.queries.ts';
import { createInvitationMail, createPasswordMail } from '../notifications/user-mail.ts';
import type { Services } from './open-services.ts';

/** The services of the API that the console uses as well. */
export type SharedWithConsole = Services &
  Pick<ConsoleServices, 'keySecret' | 'publicUrl' | 'rates' | 'responseCheck' | 'submitTask'>;

export async function wireConsole(services: SharedWithConsole): Promise<Hono> {
  const { config, database, log, mailer } = services;
  const { oidc, clientIpHeader, notifications, callbackTimeoutMs, retentionMs } = config;
  // Sign-in alone is a third of what a process loads; workers do without.
  const { createConsole } = await import('../console/app.ts');
  return createConsole({
    ...services,
    oidc,
    clientIpHeader,
    notifications,
    callbackTimeoutMs,
    retentionMs,
    sendInvitation: createInvitationMail(mailer, log),
    sendPasswordLink: mailer && createPasswordMail(mailer, log),
    sessionSecret: await sharedSecret(database, 'console-sessions'),
  }) as unknown as Hono;
}
