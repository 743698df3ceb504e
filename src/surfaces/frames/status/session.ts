import type { FastifyRequest } from 'fastify';
import { customerKeyOf } from '../../../core/checkouts/customer-key.ts';
import { type Preorder, readNow } from '../../../core/preorders/queries.ts';
import { readSharedSecrets, readStore, type Store } from '../../../core/stores/queries.ts';
import { statusKeyOf } from '../../../core/stores/status-key.ts';
import { AppError } from '../../../domain/error.ts';
import { tokenHolder } from '../../../domain/status-token.ts';
import { verifyToken } from '../../../platform/signed-token.ts';
import type { Deps } from '../../deps.ts';

/**
 * The rights of a status page's reader: a customer sees all their pre-orders, a guest the one that they looked up. The
 * session is sealed and given to the frame, which keeps it in memory; the service stores nothing.
 */
export type Session = Customer | Guest;

type Common = {
  storeId: string;
  locale: string;
  /** Milliseconds since 1970. */
  endsAt: number;
};

/** `secretId` is the shared secret that signed the token. Once that secret is retired, the session has ended. */
type Customer = Common & { kind: 'customer'; customerKey: string; secretId: string };
/**
 * `confirmed` means that the guest used a link mailed to the pre-order's address and may change the pre-order. `customerKey` is of that
 * address: once the pre-order has another one, the session has ended.
 */
export type Guest = Common & { kind: 'guest'; preorderId: string; customerKey: string; confirmed: boolean };

export type OpenSession = { session: Session; store: Store };

const GUEST_MINUTES = 30;

type SessionDeps = Pick<Deps, 'db' | 'secrets'>;
type Reader = { store: Store; locale: string };

/**
 * Begins a session for the customer whose e-mail is in the token (contract: Authentication). It lasts as long as the token.
 * Throws `invalid_token`, whichever check failed. A test store is told why, for the person who builds its page.
 */
export async function beginCustomerSession(
  deps: SessionDeps,
  { store, locale }: Reader,
  token: string,
): Promise<Customer> {
  const now = await readNow(deps.db);
  const verified = await verifyToken(token, await readSharedSecrets(deps, store.id), statusKeyOf);
  if (!verified) throw invalidToken(store, NOT_SIGNED);
  const holder = tokenHolder(verified.claims, now / 1000);
  if (typeof holder === 'string') throw invalidToken(store, holder);
  const customerKey = customerKeyOf(store.id, holder.email);
  const { secretId } = verified;
  return { kind: 'customer', storeId: store.id, locale, endsAt: holder.endsAt * 1000, customerKey, secretId };
}

const NOT_SIGNED =
  'It is not a compact JWT that a shared secret of this store has signed with HS256. The key is the secret as it is shown, as UTF-8.';

function invalidToken({ mode }: Store, why: string): AppError {
  return new AppError('invalid_token', 'This token is not valid.', mode === 'test' ? { data: { why } } : {});
}

/** Begins a session for a guest who has looked up this pre-order or used a link that was mailed to its address. */
export async function beginGuestSession(
  deps: SessionDeps,
  { store, locale }: Reader,
  { preorder, confirmed }: { preorder: Pick<Preorder, 'id' | 'contact'>; confirmed: boolean },
): Promise<Guest> {
  const endsAt = (await readNow(deps.db)) + GUEST_MINUTES * 60_000;
  const customerKey = customerKeyOf(store.id, preorder.contact?.email ?? '');
  return { kind: 'guest', storeId: store.id, locale, endsAt, preorderId: preorder.id, customerKey, confirmed };
}

// Sealed into the session, because the same key seals other data too.
const PURPOSE = 'status';

/** Returns the sealed session for the frame, and how long it is valid. */
export async function sealSession({ db, secrets }: SessionDeps, session: Session) {
  const sealed = secrets.seal(JSON.stringify({ purpose: PURPOSE, ...session }));
  const sessionMsLeft = Math.max(0, Math.floor(session.endsAt - (await readNow(db))));
  return { session: sealed.toString('base64url'), sessionMsLeft };
}

/** Opens the session of the request. Throws `session_ended` if it has expired or is not one of ours. */
export async function openSession(deps: SessionDeps, request: FastifyRequest): Promise<OpenSession> {
  const shown = /^Bearer ([\w-]{20,2000})$/.exec(request.headers.authorization ?? '')?.[1];
  const session = shown === undefined ? null : unseal(deps, shown);
  if (!session || session.endsAt <= (await readNow(deps.db)) || !(await isSecretLive(deps, session))) {
    throw sessionEnded();
  }
  return { session, store: await readStore(deps.db, session.storeId) };
}

export const sessionEnded = () => new AppError('session_ended', 'The session has ended.');

function unseal({ secrets }: SessionDeps, shown: string): Session | null {
  try {
    const { purpose, ...session } = JSON.parse(secrets.open(Buffer.from(shown, 'base64url')));
    return purpose === PURPOSE ? session : null;
  } catch {
    return null; // not sealed with one of our keys
  }
}

async function isSecretLive(deps: SessionDeps, session: Session): Promise<boolean> {
  if (session.kind === 'guest') return true;
  const live = await readSharedSecrets(deps, session.storeId);
  return live.some(({ id }) => id === session.secretId);
}
