import { getSession, type Role, type Session } from '@keyframe/console-contract/client';
import { useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext } from 'react';
import { Redirect, useLocation, useParams } from 'wouter';
import { ask } from './api/ask.ts';
import { hasStatus } from './api/describe-error.ts';
import { QueryView } from './components/query-view.tsx';

/** Who is signed in; asked for once and again after each sign-in. */
export const SESSION = ask('getSession', getSession, {});

const SessionContext = createContext<Session | undefined>(undefined);

/** Shows its children to who is signed in, and leads others to the sign-in and back. */
export function SessionGuard({ children }: { readonly children: ReactNode }) {
  const query = useQuery({ ...SESSION, staleTime: 60_000 });
  const [path] = useLocation();
  if (hasStatus(query.error, 401)) {
    return <Redirect to={`/sign-in?next=${encodeURIComponent(path + location.search)}`} replace />;
  }
  return (
    <QueryView query={query}>
      {(session) => <SessionContext.Provider value={session}>{children}</SessionContext.Provider>}
    </QueryView>
  );
}

/** Gives the session, below `SessionGuard`. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === undefined) throw new Error('No session above this component.');
  return session;
}

/** Gives the id of the owner in the page's address. */
export function useOwnerId(): string {
  return useParams<{ owner: string }>().owner ?? '';
}

const ROLES: readonly Role[] = ['viewer', 'developer', 'admin', 'owner'];

/** Tells whether the user may do in this owner what takes a role; the service decides, this only hides what it refuses. */
export function useMay(needed: Role): boolean {
  const ownerId = useOwnerId();
  const { owners } = useSession();
  const role = owners.find(({ id }) => id === ownerId)?.role;
  return role !== undefined && ROLES.indexOf(role) >= ROLES.indexOf(needed);
}
