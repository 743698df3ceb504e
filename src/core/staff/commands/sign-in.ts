import type { Deps } from '../../deps.ts';
import { checkSignIn } from './password.ts';
import { type Beginning, beginSession } from './sessions.ts';

/** What signing in came to: the secret for the cookie, and whether the session is whole. */
export type SignedIn = { secret: string; memberId: string; signedIn: boolean };

/** Signs a member in with e-mail address and password. Throws `sign_in_refused`. */
export async function signIn(
  deps: Pick<Deps, 'db'>,
  { email, password }: { email: string; password: string },
  beginning: Beginning,
): Promise<SignedIn> {
  const memberId = await checkSignIn(deps, email, password);
  return deps.db.transaction(async (tx) => {
    const secret = await beginSession(tx, memberId, { ...beginning, signedIn: true });
    return { secret, memberId, signedIn: true };
  });
}
