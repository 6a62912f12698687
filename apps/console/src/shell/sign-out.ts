import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { signOut } from '../api/auth.ts';

/** Gives a function that ends the session here and forgets all that was read in it. */
export function useSignOut(end: () => Promise<void> = signOut): () => Promise<void> {
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  return async () => {
    await end();
    navigate('/sign-in');
    queries.clear();
  };
}
