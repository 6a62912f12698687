import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { SESSION } from '../../session.tsx';

/** Gives a function that goes on as who has just signed in: to the page that was asked for, or to the first one. */
export function useEnter(): () => Promise<void> {
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  return async () => {
    queries.clear();
    await queries.fetchQuery(SESSION);
    navigate(nextPath(location.search), { replace: true });
  };
}

/** Reads a path of the console out of `?next=`, and nothing that leads elsewhere. */
export function nextPath(search: string): string {
  const next = new URLSearchParams(search).get('next') ?? '/';
  return /^\/(?![/\\])/.test(next) ? next : '/';
}
