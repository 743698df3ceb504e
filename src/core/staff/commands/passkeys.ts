import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { AppError } from '../../../domain/error.ts';
import { checkStaffName } from '../../../domain/staff.ts';
import type { Sql } from '../../../platform/db.ts';
import type { Deps } from '../../deps.ts';
import { listPasskeys, type Passkey, readPasskey } from '../queries/factors.ts';
import { giveFirstRecoveryCodes, removeUselessRecoveryCodes } from './recovery-codes.ts';
import { endOtherSessions, rotateSession } from './sessions.ts';
import { tellChange } from './tell-change.ts';
import type { FactorAdded } from './totp.ts';

const RP_NAME = 'Pre-orders';
const CHALLENGE_MINUTES = 5; // as long as browsers wait for a person
const PASSKEYS_MAX = 20;

// Loaded when the first passkey is used: its parsers of certificates take longer than all else of a start.
const webAuthn = () => import('@simplewebauthn/server');

type PasskeyDeps = Pick<Deps, 'db' | 'portalUrl'>;
type Member = { id: string; email: string; name: string };

const rpIdOf = (portalUrl: string) => new URL(portalUrl).hostname;

/** Returns what a browser needs to make a passkey for a member. Throws `too_many_passkeys`. */
export async function beginPasskey(
  { db, portalUrl }: PasskeyDeps,
  { id, email, name }: Member,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await webAuthn();
  const known = await listPasskeys(db, id);
  if (known.length >= PASSKEYS_MAX) {
    throw new AppError('too_many_passkeys', `You have ${PASSKEYS_MAX} passkeys. Remove one that you do not use.`);
  }
  const options = await generateRegistrationOptions({
    rpName: RP_NAME,
    rpID: rpIdOf(portalUrl),
    userID: new TextEncoder().encode(id),
    userName: email,
    userDisplayName: name,
    attestationType: 'none',
    excludeCredentials: known.map((passkey) => ({ id: passkey.id })),
    // It may be the only proof, so it must hold who it is for, and be sure of who holds it.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  await keepChallenge(db, options.challenge, id);
  return options;
}

/** Adds the passkey that a browser has made, and ends the other sessions. Throws `passkey_refused`. */
export async function addPasskey(
  { db, portalUrl }: PasskeyDeps,
  { memberId, sessionId }: { memberId: string; sessionId: string },
  { response, name }: { response: RegistrationResponseJSON; name: string },
): Promise<FactorAdded> {
  const checkedName = checkStaffName(name);
  const { verifyRegistrationResponse } = await webAuthn();
  const verified = await verifyRegistrationResponse({
    response,
    expectedChallenge: (challenge) => takeChallenge(db, challenge, memberId),
    expectedOrigin: portalUrl,
    expectedRPID: rpIdOf(portalUrl),
    requireUserVerification: true,
  }).catch(refuse);
  if (!verified.verified) throw refusedPasskey();
  const { id, publicKey, counter, transports = [] } = verified.registrationInfo.credential;
  return db.transaction(async (tx) => {
    const added = await tx.query(
      `INSERT INTO staff_passkey (id, member_id, public_key, counter, transports, name)
       VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING RETURNING 1`,
      [id, memberId, Buffer.from(publicKey), counter, transports, checkedName],
    );
    if (added.length === 0) throw refusedPasskey();
    await endOtherSessions(tx, memberId, sessionId);
    await tellChange(tx, memberId, 'passkey_added');
    const recoveryCodes = await giveFirstRecoveryCodes(tx, memberId);
    return { secret: await rotateSession(tx, sessionId), recoveryCodes };
  });
}

/** Gives a passkey of a member another name. `check` sees the passkey, and may throw. Throws `passkey_not_found`, `invalid_parameter`. */
export async function renamePasskey(
  { db }: Pick<Deps, 'db'>,
  { memberId, id }: { memberId: string; id: string },
  { name, check }: { name: string; check: (before: Passkey) => void },
): Promise<void> {
  await db.transaction(async (tx) => {
    // The lock comes first: what is checked must be what is changed.
    await tx.query('SELECT 1 FROM staff_passkey WHERE member_id = $1 AND id = $2 FOR UPDATE', [memberId, id]);
    check(await readPasskey(tx, { memberId, id }));
    await tx.query('UPDATE staff_passkey SET name = $3 WHERE member_id = $1 AND id = $2', [
      memberId,
      id,
      checkStaffName(name),
    ]);
  });
}

/** Removes a passkey of a member. Returns false when they have no such one. */
export async function removePasskey({ db }: Pick<Deps, 'db'>, memberId: string, id: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const removed = await tx.query('DELETE FROM staff_passkey WHERE member_id = $1 AND id = $2 RETURNING 1', [
      memberId,
      id,
    ]);
    if (removed.length > 0) await tellChange(tx, memberId, 'passkey_removed');
    await removeUselessRecoveryCodes(tx, memberId);
    return removed.length > 0;
  });
}

/** Returns what a browser needs to prove with any passkey who is there. It says nothing of anyone. */
export async function askForPasskey({ db, portalUrl }: PasskeyDeps): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await webAuthn();
  const options = await generateAuthenticationOptions({ rpID: rpIdOf(portalUrl), userVerification: 'required' });
  await keepChallenge(db, options.challenge, null);
  return options;
}

type StoredPasskey = { id: string; memberId: string; publicKey: Buffer; counter: number; transports: string[] };

/** Returns the id of the member whose passkey has signed. Throws `passkey_refused`. */
export async function checkPasskey(
  { db, portalUrl }: PasskeyDeps,
  response: AuthenticationResponseJSON,
): Promise<string> {
  const [kept] = await db.query<StoredPasskey>(
    `SELECT id, member_id AS "memberId", public_key AS "publicKey", counter, transports FROM staff_passkey WHERE id = $1`,
    [response.id],
  );
  const { verifyAuthenticationResponse } = await webAuthn();
  if (!kept) throw refusedPasskey();
  const { id, memberId, counter } = kept;
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    expectedChallenge: (challenge) => takeChallenge(db, challenge, null),
    expectedOrigin: portalUrl,
    expectedRPID: rpIdOf(portalUrl),
    credential: {
      id,
      counter,
      publicKey: new Uint8Array(kept.publicKey),
      transports: kept.transports as AuthenticatorTransport[],
    },
    requireUserVerification: true,
  }).catch(refuse);
  if (!verified || !isFor(response, memberId)) throw new AppError('passkey_refused', REFUSED, { member: memberId });
  await db.query('UPDATE staff_passkey SET counter = $2, last_used_at = app_now() WHERE id = $1', [
    id,
    authenticationInfo.newCounter,
  ]);
  return memberId;
}

/** Returns false when the authenticator names another member than the one whose key it is. */
function isFor({ response: { userHandle } }: AuthenticationResponseJSON, memberId: string): boolean {
  return userHandle === undefined || Buffer.from(userHandle, 'base64url').toString() === memberId;
}

async function keepChallenge(sql: Sql, challenge: string, memberId: string | null): Promise<void> {
  await sql.query(
    `INSERT INTO staff_challenge (challenge, member_id, expires_at)
     VALUES ($1, $2, app_now() + interval '${CHALLENGE_MINUTES} minutes')`,
    [challenge, memberId],
  );
}

/** Uses a challenge up. Returns false when it is unknown, too old, used, or was made for another purpose. */
async function takeChallenge(sql: Sql, challenge: string, memberId: string | null): Promise<boolean> {
  const taken = await sql.query(
    `DELETE FROM staff_challenge
     WHERE challenge = $1 AND member_id IS NOT DISTINCT FROM $2 AND expires_at > (SELECT app_now()) RETURNING 1`,
    [challenge, memberId],
  );
  return taken.length > 0;
}

/** The library says in detail what an authenticator did wrong; a person gets one sentence, an attacker no hint. */
function refuse(error: unknown): never {
  throw new AppError('passkey_refused', REFUSED, { detail: error instanceof Error ? error.message : 'unknown' });
}

const REFUSED = 'This passkey was not accepted. Try again, or sign in in another way.';
const refusedPasskey = () => new AppError('passkey_refused', REFUSED);
