import type { FastifyRequest } from 'fastify';
import { listWithdrawn } from '../../../core/accounts/queries/disputes.ts';
import { customerKeyOf } from '../../../core/checkouts/customer-key.ts';
import { findPreorder, findPreorderOf, type Preorder } from '../../../core/preorders/queries.ts';
import { readAnswersNeeded } from '../../../core/promises/queries.ts';
import { readClock, type Store } from '../../../core/stores/queries.ts';
import { listComingBack } from '../../../core/withdrawals/queries.ts';
import { AppError } from '../../../domain/error.ts';
import { parseReference } from '../../../domain/reference.ts';
import type { StatusPreorder } from '../../../protocol/schema/status-api.ts';
import type { Deps } from '../../deps.ts';
import { knownPath } from '../../known-address.ts';
import { contractPath, mayWithdraw, returnPath, withdrawPath } from '../../withdraw-address.ts';
import { readOnTheirWay } from './progress.ts';
import { type Guest, type OpenSession, openSession, type Session, sessionEnded } from './session.ts';
import { shownEmail, viewPreorder } from './view.ts';

export type AccessDeps = Pick<Deps, 'db' | 'secrets' | 'limits'>;

export const STATUS_ROOT = '/frames/1/api/status';

/** A pre-order whose contact is not erased. */
export type KnownPreorder = Preorder & { contact: NonNullable<Preorder['contact']> };

export type SeenPreorder = OpenSession & { preorder: KnownPreorder };

export const success = <T>(data: T) => ({ meta: { result: 'success' as const }, data });

export async function sessionOf(deps: AccessDeps, request: FastifyRequest): Promise<OpenSession> {
  deps.limits.writes.take(request.clientAddress, 'status');
  return openSession(deps, request);
}

/** Returns the pre-order of the path if the request's session may see it. Throws `preorder_not_found` otherwise. */
export async function findReadable(
  deps: AccessDeps,
  request: FastifyRequest<{ Params: { reference: string } }>,
): Promise<SeenPreorder> {
  const open = await sessionOf(deps, request);
  return { ...open, preorder: await findSeen(deps, open.session, request.params.reference) };
}

/** Returns the pre-order of the path if the session may change it. Throws `link_required` for a session from a look-up. */
export async function findChangeable(
  deps: AccessDeps,
  request: FastifyRequest<{ Params: { reference: string } }>,
): Promise<SeenPreorder> {
  const seen = await findReadable(deps, request);
  if (!isMasked(seen.session)) return seen;
  throw new AppError('link_required', 'Request the link that is mailed to the e-mail address of the pre-order.');
}

async function findSeen(deps: Pick<Deps, 'db'>, session: Session, reference: string): Promise<KnownPreorder> {
  const plain = parseReference(reference);
  const found =
    session.kind === 'guest'
      ? await findGuestPreorder(deps, session)
      : await findPreorderOf(deps.db, session.storeId, { reference: plain ?? '', customerKey: session.customerKey });
  if (!found || found.reference !== plain) throw noSuchPreorder();
  return requireContact(found);
}

/** Throws `session_ended` if the pre-order has another address than when the session began. */
export async function findGuestPreorder(deps: Pick<Deps, 'db'>, session: Guest): Promise<KnownPreorder> {
  const found = await findLookedUp(deps, session);
  if (customerKeyOf(session.storeId, found.contact.email) !== session.customerKey) throw sessionEnded();
  return found;
}

export async function findLookedUp(
  { db }: Pick<Deps, 'db'>,
  { storeId, preorderId }: Pick<Guest, 'storeId' | 'preorderId'>,
): Promise<KnownPreorder> {
  const found = await findPreorder(db, storeId, preorderId);
  if (!found) throw noSuchPreorder();
  return requireContact(found);
}

/** Throws `preorder_not_found` for a pre-order whose contact is erased. */
function requireContact(preorder: Preorder): KnownPreorder {
  const { contact } = preorder;
  if (!contact) throw noSuchPreorder();
  return { ...preorder, contact };
}

function noSuchPreorder(): AppError {
  return new AppError('preorder_not_found', 'There is no such pre-order.');
}

/** Returns whether the session is from a look-up: then personal data is masked and nothing can be changed. */
export function isMasked(session: Session): boolean {
  return session.kind === 'guest' && !session.confirmed;
}

/** Only a session that may change the pre-order opens the page for its customer. */
function withdrawAddress(
  deps: Pick<Deps, 'secrets'>,
  store: Store,
  { preorder, masked, today }: { preorder: Preorder; masked: boolean; today: string },
): string {
  const { contact } = preorder;
  if (!contact || !mayWithdraw(preorder, store, today)) return '';
  return masked ? withdrawPath(store, preorder) : contractPath(deps, store, { ...preorder, contact });
}

/** Only a session that may change the pre-order opens the page of its return. */
function returnAddress(
  deps: Pick<Deps, 'secrets'>,
  store: Store,
  { preorder: { contact, ...preorder }, comesBack }: { preorder: Preorder; comesBack: boolean },
): string {
  return contact && comesBack ? returnPath(deps, store, { ...preorder, contact }) : '';
}

function knownAddress(
  deps: Pick<Deps, 'secrets'>,
  of: Parameters<typeof knownPath>[1],
  { contact, ...preorder }: Preorder,
): string {
  return contact ? knownPath(deps, of, { ...preorder, contact }) : '';
}

/** Returns the views of these pre-orders for the session's reader. */
export async function viewAll(
  { db, secrets }: Pick<Deps, 'db' | 'secrets'>,
  { session, store }: OpenSession,
  preorders: readonly Preorder[],
): Promise<StatusPreorder[]> {
  const wayOf = await readOnTheirWay(db, store.id, preorders);
  const preorderIds = preorders.map(({ id }) => id);
  const needed = await readAnswersNeeded(db, store.id, { preorderIds });
  const withdrawn = await listWithdrawn(db, store.id, preorderIds);
  const comingBack = await listComingBack(db, store.id, preorderIds);
  const { today } = await readClock(db, store.id);
  const reader = { locale: session.locale, timeZone: store.timeZone, masked: isMasked(session) };
  return preorders.map((preorder) =>
    viewPreorder(
      preorder,
      {
        ...wayOf(preorder),
        answerBy: needed.get(preorder.id),
        withdraw: withdrawAddress({ secrets }, store, { preorder, masked: reader.masked, today }),
        sendBack: returnAddress({ secrets }, store, {
          preorder,
          comesBack: !reader.masked && comingBack.has(preorder.id),
        }),
        receipt: reader.masked ? '' : knownAddress({ secrets }, { purpose: 'receipt', store }, preorder),
        calendar: knownAddress({ secrets }, { purpose: 'calendar', store }, preorder),
        withdrawn: withdrawn.has(preorder.id),
        today,
      },
      reader,
    ),
  );
}

export async function view(
  deps: Pick<Deps, 'db' | 'secrets'>,
  { preorder, ...open }: OpenSession & { preorder: Preorder },
) {
  const [shown] = await viewAll(deps, open, [preorder]);
  if (!shown) throw new Error('no view of the pre-order');
  return shown;
}

/** Returns the e-mail address of the pre-order as the session's reader may see it. */
export function emailShown({ session, preorder }: SeenPreorder): string {
  return shownEmail(preorder.contact.email, { masked: isMasked(session) });
}

/** Reads the pre-order again after a change and returns its view. */
export async function viewAfterChange(
  deps: AccessDeps,
  { session, store, preorder }: SeenPreorder,
): Promise<StatusPreorder> {
  return view(deps, { session, store, preorder: await findSeen(deps, session, preorder.reference) });
}
