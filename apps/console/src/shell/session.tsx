import { getSession, type Role, type Session } from '@keyframe/console-contract/client';
import { useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext } from 'react';
import { Redirect, useLocation, useParams } from 'wouter';
import { hasStatus } from '../api/describe-error.ts';
import { operationQuery } from '../api/operation-query.ts';
import { QueryView } from '../components/query-view.tsx';
import { recall, remember } from '../storage.ts';
import { Entry } from './entry.tsx';
import { Starting } from './mark.tsx';
import { chooseTeam, includesRole, signInPath } from './session-rules.ts';

/** The query of the session, which is read once and again after each sign-in. */
export const SESSION = operationQuery(getSession, {});

const LAST_OWNER = 'keyframe-owner';

/** Returns the id of the team that pages without a team belong to. */
export function currentOwnerId(session: Session): string | undefined {
  return chooseTeam(session, recall(LAST_OWNER));
}

/** Remembers the team that is shown. */
export function rememberOwner(ownerId: string): void {
  remember(LAST_OWNER, ownerId);
}

const SessionContext = createContext<Session | undefined>(undefined);

/** Shows its children to users with a session, and redirects others to the sign-in, which leads back. */
export function SessionGuard({ children }: { readonly children: ReactNode }) {
  const query = useQuery({ ...SESSION, staleTime: 60_000 });
  const [path] = useLocation();
  if (hasStatus(query.error, 401)) {
    return <Redirect to={signInPath(path, location.search)} replace />;
  }
  if (query.data !== undefined) {
    return <SessionContext.Provider value={query.data}>{children}</SessionContext.Provider>;
  }
  if (query.error === null) return <Starting />;
  return (
    <Entry title="The console could not be loaded">
      <QueryView query={query}>{() => null}</QueryView>
    </Entry>
  );
}

/** Returns the session; only below `SessionGuard`. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === undefined) throw new Error('No session above this component.');
  return session;
}

/** Returns the id of the team in the page's address. */
export function useOwnerId(): string {
  return useParams<{ owner: string }>().owner ?? '';
}

/** Reports whether the user has a role in the current team. The service decides; this only hides what it would refuse. */
export function useMay(needed: Role): boolean {
  const ownerId = useOwnerId();
  const { owners } = useSession();
  return includesRole(owners.find(({ id }) => id === ownerId)?.role, needed);
}
