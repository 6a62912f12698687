import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect } from 'react';
import { matchRoute, Redirect, Route, Router, Switch, useLocation, useRouter } from 'wouter';
import { hasStatus } from './api/describe-error.ts';
import { ButtonLink } from './components/button.tsx';
import { ErrorBoundary } from './components/error-boundary.tsx';
import { Page } from './components/page.tsx';
import { Skeleton } from './components/skeleton.tsx';
import { lazyPage, listMenu, PAGES } from './pages.tsx';
import { MenuContext } from './shell/menu.ts';
import { currentOwnerId, SESSION, SessionGuard, useOwnerId, useSession } from './shell/session.tsx';
import { isMember } from './shell/session-rules.ts';
import { Shell } from './shell/shell.tsx';

/** Reads the session again when it may have ended (401), or when a membership may have (404). */
const onError = (error: unknown) => {
  if (hasStatus(error, 401) || hasStatus(error, 404))
    void queries.invalidateQueries({ queryKey: SESSION.queryKey });
};

const queries = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, { queryKey }) => {
      if (queryKey[0] !== SESSION.queryKey[0]) onError(error);
    },
  }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: {
    // The client itself retries.
    queries: { retry: false, staleTime: 5000 },
    mutations: { retry: false },
  },
});

const SignInPage = lazyPage(() => import('./pages/sign-in/sign-in-page.tsx'), 'SignInPage');
const SetUpPage = lazyPage(() => import('./pages/sign-in/set-up-page.tsx'), 'SetUpPage');
const InvitationPage = lazyPage(() => import('./pages/sign-in/invitation-page.tsx'), 'InvitationPage');
const ForgottenPasswordPage = lazyPage(
  () => import('./pages/sign-in/forgotten-password-page.tsx'),
  'ForgottenPasswordPage',
);
const PasswordPage = lazyPage(() => import('./pages/sign-in/password-page.tsx'), 'PasswordPage');

export function App() {
  return (
    <QueryClientProvider client={queries}>
      <Router base="/console">
        <Loaded>
          <Switch>
            <Route path="/sign-in" component={SignInPage} />
            <Route path="/setup" component={SetUpPage} />
            <Route path="/invitation" component={InvitationPage} />
            <Route path="/forgotten-password" component={ForgottenPasswordPage} />
            <Route path="/password" component={PasswordPage} />
            <Route component={Console} />
          </Switch>
        </Loaded>
      </Router>
    </QueryClientProvider>
  );
}

/** Shows a page once its code is loaded, or an error if that failed. */
function Loaded({ rows = 4, children }: { readonly rows?: number; readonly children: ReactNode }) {
  const [path] = useLocation();
  return (
    <ErrorBoundary path={path}>
      <Suspense fallback={<Skeleton rows={rows} />}>{children}</Suspense>
    </ErrorBoundary>
  );
}

/** The pages that need a session. The code of the page is fetched together with the session. */
function Console() {
  const { parser } = useRouter();
  const [path] = useLocation();
  useEffect(() => {
    const current = PAGES.find((page) => matchRoute(parser, page.path, path)[0]);
    // A failure is reported when the page is shown.
    current?.component.preload().catch(() => undefined);
  }, [parser, path]);
  return (
    <SessionGuard>
      <MenuContext value={listMenu}>
        <Shell>
          <Loaded rows={6}>
            <Pages />
          </Loaded>
        </Shell>
      </MenuContext>
    </SessionGuard>
  );
}

function Pages() {
  return (
    <Switch>
      <Route path="/" component={Home} />
      {PAGES.map(({ path, component: Component, section }) => (
        <Route key={path} path={path}>
          {section === 'team' ? (
            <TeamGuard>
              <Component />
            </TeamGuard>
          ) : (
            <Component />
          )}
        </Route>
      ))}
      <Route>
        <NotFoundPage title="Page not found">The console has no page at this address.</NotFoundPage>
      </Route>
    </Switch>
  );
}

/** Redirects to the team that was shown last; an operator without a team to the service. */
function Home() {
  const session = useSession();
  const { user } = session;
  const ownerId = currentOwnerId(session);
  if (ownerId !== undefined) return <Redirect to={`/owners/${ownerId}`} replace />;
  return <Redirect to={user.is_operator ? '/operator' : '/account'} replace />;
}

/** Shows a page of a team to its members. The service hides teams from everyone else. */
function TeamGuard({ children }: { readonly children: ReactNode }) {
  const ownerId = useOwnerId();
  if (isMember(useSession(), ownerId)) return children;
  return (
    <NotFoundPage title="Team not found">
      The team does not exist, or you are not a member of it any more.
    </NotFoundPage>
  );
}

function NotFoundPage({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Page title={title} description={children}>
      <div>
        <ButtonLink href="/">Go to the start page</ButtonLink>
      </div>
    </Page>
  );
}
