import { sql } from 'drizzle-orm';
import { invitations, operatorLinks, signInChallenges, userSessions } from '../db/console-tables.ts';
import type { Database } from '../db/database.ts';
import type { Round } from '../periodic/repeat.ts';

const BATCH = 1_000;
/** Tables whose rows are useless after their end. Anyone can create challenges, up to the limits of sign-in. */
const TABLES = [signInChallenges, userSessions, invitations, operatorLinks];

/** Deletes sessions, challenges, invitations and links that have expired. Gives how many. */
export async function deleteEndedSignIns(database: Database, round: Round): Promise<number> {
  let deleted = 0;
  for (const table of TABLES) {
    for (;;) {
      const { rowCount } = await database.execute(sql`
        DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
          SELECT ctid FROM ${table} WHERE expires_at < now() ORDER BY expires_at LIMIT ${BATCH}
        ))`);
      deleted += rowCount ?? 0;
      if ((rowCount ?? 0) < BATCH || round.isOver) break;
    }
  }
  return deleted;
}
