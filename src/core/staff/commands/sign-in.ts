import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import type { Sql } from '../../../platform/db.ts';
import type { Deps } from '../../deps.ts';
import { type FactorMethod, methodsOf, readFactors } from '../queries/factors.ts';
import { checkPasskey } from './passkeys.ts';
import { checkPassword, checkSignIn } from './password.ts';
import { takeRecoveryCode } from './recovery-codes.ts';
import { type Beginning, beginSession, completeSession, confirmSession } from './sessions.ts';
import { tellChange } from './tell-change.ts';
import { refusedCode, takeTotp } from './totp.ts';

/** What signing in came to: the secret for the cookie, and with what it has to go on; empty when the member is signed in. */
export type SignedIn = { secret: string; methods: FactorMethod[]; memberId: string };

/** Signs a member in with e-mail address and password. Throws `sign_in_refused`. */
export async function signIn(
  deps: Pick<Deps, 'db'>,
  { email, password }: { email: string; password: string },
  beginning: Beginning,
): Promise<SignedIn> {
  const memberId = await checkSignIn(deps, email, password);
  return deps.db.transaction((tx) => beginAfterPassword(tx, memberId, beginning));
}

/** Begins a session for a member who has proved only one thing. A member with a second factor has to prove that as well. */
export async function beginAfterPassword(tx: Sql, memberId: string, beginning: Beginning): Promise<SignedIn> {
  const methods = methodsOf(await readFactors(tx, memberId));
  const secret = await beginSession(tx, memberId, { ...beginning, signedIn: methods.length === 0 });
  return { secret, methods, memberId };
}

/** Signs a member in with a passkey, which is something they have and proves who holds it. Throws `passkey_refused`. */
export async function signInByPasskey(
  deps: Pick<Deps, 'db' | 'portalUrl'>,
  response: AuthenticationResponseJSON,
  beginning: Beginning,
): Promise<SignedIn> {
  const memberId = await checkPasskey(deps, response);
  const secret = await deps.db.transaction((tx) => beginSession(tx, memberId, { ...beginning, signedIn: true }));
  return { secret, methods: [], memberId };
}

/** A code of the member's app, or one of their recovery codes. */
export type ShownCode = { code: string } | { recoveryCode: string };

// A person mistypes a code once or twice. Who tries on knows the password and does not have the app.
const REFUSED_TOLD = 3;

/** Completes a session with a second factor. Throws `code_refused`. After some wrong ones the member gets a mail. */
export async function finishSignIn(
  deps: Pick<Deps, 'db' | 'secrets'>,
  session: { id: string; memberId: string },
  shown: ShownCode,
): Promise<SignedIn> {
  const { id, memberId } = session;
  await takeCode(deps, memberId, shown).catch(async (error) => {
    await countRefused(deps, memberId);
    throw error;
  });
  await deps.db.query('UPDATE staff_member SET refused_factors = 0 WHERE id = $1 AND refused_factors > 0', [memberId]);
  return { secret: await completeSession(deps.db, id), methods: [], memberId };
}

async function countRefused({ db }: Pick<Deps, 'db'>, memberId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const [row] = await tx.query<{ count: number }>(
      'UPDATE staff_member SET refused_factors = refused_factors + 1 WHERE id = $1 RETURNING refused_factors AS count',
      [memberId],
    );
    // Once until a right one: a mail for each try would only annoy.
    if (row?.count === REFUSED_TOLD) await tellChange(tx, memberId, 'factor_refused');
  });
}

async function takeCode(deps: Pick<Deps, 'db' | 'secrets'>, memberId: string, shown: ShownCode): Promise<void> {
  if ('code' in shown) return takeTotp(deps, { memberId, code: shown.code });
  if (!(await takeRecoveryCode(deps.db, memberId, shown.recoveryCode))) throw refusedCode();
}

export type Proof = { password: string } | { code: string } | { passkey: AuthenticationResponseJSON };

/**
 * Lets a signed-in member prove again who they are. Resolves with the session's new secret. Throws `sign_in_refused`, `code_refused` or
 * `passkey_refused`.
 */
export async function confirmMember(
  deps: Pick<Deps, 'db' | 'secrets' | 'portalUrl'>,
  { id, memberId }: { id: string; memberId: string },
  proof: Proof,
): Promise<{ secret: string; memberId: string }> {
  if ('password' in proof) await checkPassword(deps, memberId, { ...proof, param: 'password' });
  else if ('code' in proof) await takeTotp(deps, { memberId, code: proof.code });
  else if ((await checkPasskey(deps, proof.passkey)) !== memberId) throw refusedCode();
  return { secret: await confirmSession(deps.db, id), memberId };
}
