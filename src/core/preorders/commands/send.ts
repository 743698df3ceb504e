import { AppError } from '../../../domain/error.ts';
import {
  checkTracking,
  type GivenTracking,
  hasTracking,
  isSameTracking,
  type Tracking,
} from '../../../domain/tracking.ts';
import type { Deps } from '../../deps.ts';
import { lockPreorder } from '../../payments/commands/lock-preorder.ts';
import { type Fulfilment, findFulfilmentByKey, readFulfilments } from '../queries/fulfilments.ts';
import { moveLines } from './advance.ts';

type SendRequest = {
  storeId: string;
  preorderId: string;
  /** Null for every line item that can be sent. */
  lineIds: readonly string[] | null;
  tracking: GivenTracking;
  /** An idempotency key: a second request with it sends nothing more. */
  key: string | null;
};

type SendResult = {
  /** The fulfilment of this command; null if everything had been sent before. */
  fulfilment: Fulfilment | null;
  /** The line items that this call has sent. */
  lineIds: string[];
};

const KEY_LENGTH_MAX = 200;

/**
 * Records that line items left the store together: they become `fulfilled`, and one fulfilment says how to follow them. The
 * command may be repeated. Throws, and then sends nothing: `invalid_parameter` for a bad carrier, number, link or key;
 * `idempotency_mismatch` if the key was used with another content; `invalid_transition` if a named line item cannot be sent,
 * or if it left before under another tracking.
 */
export async function sendLines({ db }: Pick<Deps, 'db'>, request: SendRequest): Promise<SendResult> {
  const { storeId, preorderId, lineIds, key } = request;
  const tracking = checkTracking(request.tracking);
  checkKey(key);
  return db.transaction(async (tx) => {
    await lockPreorder(tx, request);
    const before = key === null ? null : await findFulfilmentByKey(tx, { storeId, preorderId, key });
    if (before) return repeated(before, { lineIds, tracking });
    const moved = await moveLines(tx, { storeId, preorderId, to: 'fulfilled', lineIds }, { key, tracking });
    const fulfilments = await readFulfilments(tx, storeId, [preorderId]);
    if (hasTracking(tracking)) refuseUnkept(fulfilments, { lineIds, tracking });
    return {
      fulfilment: fulfilments.find((one) => moved.some((id) => one.lineIds.includes(id))) ?? null,
      lineIds: moved,
    };
  });
}

function checkKey(key: string | null): void {
  if (key === null || (key !== '' && key.length <= KEY_LENGTH_MAX && key.isWellFormed() && !key.includes('\0'))) return;
  throw new AppError('invalid_parameter', `A key is text of 1 to ${KEY_LENGTH_MAX} characters.`, { param: 'key' });
}

type Content = { lineIds: SendRequest['lineIds']; tracking: Tracking };

function repeated(before: Fulfilment, { lineIds, tracking }: Content): SendResult {
  const sameLines = lineIds === null || new Set([...lineIds, ...before.lineIds]).size === before.lineIds.length;
  if (sameLines && isSameTracking(before.tracking, tracking)) return { fulfilment: before, lineIds: [] };
  throw new AppError('idempotency_mismatch', 'This key was used with another content.', { param: 'key' });
}

/** Throws if a line item was sent before under another tracking: then the given one would be lost without a word. */
function refuseUnkept(fulfilments: readonly Fulfilment[], { lineIds, tracking }: Content): void {
  const kept = fulfilments.filter((one) => isSameTracking(one.tracking, tracking)).flatMap((one) => one.lineIds);
  if (lineIds === null ? kept.length > 0 : lineIds.every((id) => kept.includes(id))) return;
  const message = 'It was sent before, under another tracking. Correct the tracking of that fulfilment.';
  throw new AppError('invalid_transition', message, { data: { state: 'fulfilled' } });
}
