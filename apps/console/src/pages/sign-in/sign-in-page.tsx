import { getSignInMethods, type SignInMethods } from '@keyframe/console-contract/client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Fingerprint, LogIn } from 'lucide-react';
import { signInByPasskey, signInByPassword, signInByProvider } from '../../api/auth.ts';
import { describeError } from '../../api/describe-error.ts';
import { operationQuery } from '../../api/operation-query.ts';
import { Button, ButtonLink } from '../../components/button.tsx';
import { TextField } from '../../components/field.tsx';
import { Notice } from '../../components/notice.tsx';
import { Entry } from '../../shell/entry.tsx';
import { useEnter } from './enter.ts';
import styles from './entry-form.module.css';
import { EntryForm } from './entry-form.tsx';
import { nextPath } from './next-path.ts';
import { providerError } from './provider-error.ts';

const METHODS = operationQuery(getSignInMethods, {});

export function SignInPage() {
  const methods = useQuery(METHODS);
  const enter = useEnter();
  const signIn = useMutation({
    mutationFn: async (way: () => Promise<void>) => {
      await way();
      await enter();
    },
  });
  // The error of the identity provider is shown until another method is tried.
  const refusal = signIn.isIdle ? providerError(location.search) : undefined;
  const problem = signIn.error === null ? refusal : describeError(signIn.error);
  const byPassword = (data: FormData) =>
    signIn.mutate(() => signInByPassword(String(data.get('email')), String(data.get('password'))));
  return (
    <Entry title="Sign in to Keyframe">
      {methods.data?.needs_setup ? <SetUpHint /> : null}
      <EntryForm action="Sign in" submission={{ ...signIn, mutate: byPassword }} problem={problem}>
        <TextField
          label="E-mail address"
          name="email"
          type="email"
          autoComplete="username webauthn"
          required
          autoFocus
        />
        <TextField
          label="Password"
          name="password"
          type="password"
          autoComplete="current-password"
          required
        />
      </EntryForm>
      {methods.data?.password_reset ? (
        <ButtonLink href="/forgotten-password" look="ghost" isWide>
          Forgot your password?
        </ButtonLink>
      ) : null}
      {methods.data === undefined ? null : <OtherWays methods={methods.data} onChoose={signIn.mutate} />}
    </Entry>
  );
}

function OtherWays({
  methods,
  onChoose,
}: {
  readonly methods: SignInMethods;
  readonly onChoose: (way: () => Promise<void>) => void;
}) {
  if (!methods.passkeys && methods.oidc.length === 0) return null;
  return (
    <>
      <p className={styles.or}>or</p>
      <div className={styles.others}>
        {methods.passkeys ? (
          <Button isWide onClick={() => onChoose(signInByPasskey)}>
            <Fingerprint size={16} aria-hidden />
            Sign in with a passkey
          </Button>
        ) : null}
        {methods.oidc.map(({ id, name }) => (
          <Button
            key={id}
            isWide
            onClick={() => onChoose(() => signInByProvider(id, nextPath(location.search)))}
          >
            <LogIn size={16} aria-hidden />
            Continue with {name}
          </Button>
        ))}
      </div>
    </>
  );
}

function SetUpHint() {
  return (
    <Notice>
      No account exists yet. To create the first operator, open the link that the server printed in its
      terminal when it started.
    </Notice>
  );
}
