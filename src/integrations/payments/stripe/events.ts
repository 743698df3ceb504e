import Stripe from 'stripe';
import { isUuid } from '../../../domain/uuid.ts';
import type { AccountEvent } from '../port.ts';

/** The events that a webhook endpoint must receive. Stripe's only wildcard means all events. */
export const STRIPE_EVENTS = [
  'payment_intent.amount_capturable_updated',
  'payment_intent.canceled',
  'payment_intent.payment_failed',
  'payment_intent.processing',
  'payment_intent.requires_action',
  'payment_intent.succeeded',
  'setup_intent.canceled',
  'setup_intent.requires_action',
  'setup_intent.setup_failed',
  'setup_intent.succeeded',
  'refund.created',
  'refund.failed',
  'refund.updated',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'charge.dispute.closed',
] as const satisfies readonly Stripe.WebhookEndpointCreateParams.EnabledEvent[];

const TOLERANCE_SECONDS = 300; // Stripe's default; a longer time would help an attacker to replay a stolen message

type Message = { body: Buffer; signature: string; now: Date };

/** Returns the event, or null if it is forged, stale, from another account, or unreadable. The sender does not learn which. */
export function readEvent(secret: string, { body, signature, now }: Message): AccountEvent | null {
  let event: unknown;
  try {
    event = Stripe.webhooks.constructEvent(body, signature, secret, TOLERANCE_SECONDS, undefined, now.getTime());
  } catch {
    return null; // the library throws several kinds of errors for messages that it cannot read
  }
  if (!isSignedByNow(signature, now)) return null;
  return describe(event);
}

/** Returns false for a timestamp in the future. The library checks only the past, so such a message could be replayed until then. */
function isSignedByNow(signature: string, now: Date): boolean {
  const seconds = Number(/(?:^|,)t=(\d{1,12})(?:,|$)/.exec(signature)?.[1]);
  return seconds - now.getTime() / 1000 <= TOLERANCE_SECONDS;
}

type Fields = Record<string, unknown>;
const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {});

function describe(event: unknown): AccountEvent | null {
  const { id, type, data } = fieldsOf(event);
  const object = fieldsOf(fieldsOf(data).object);
  if (typeof id !== 'string' || id === '' || typeof type !== 'string' || typeof object.id !== 'string') return null;
  const attempt = fieldsOf(object.metadata).attempt;
  return {
    id,
    type,
    objectRef: object.id,
    attemptId: typeof attempt === 'string' && isUuid(attempt) ? attempt : null,
    disputeRef: object.object === 'dispute' ? object.id : null,
    failedRefund: failedRefund(object, object.id),
    byHand: byHand(type, object),
  };
}

function failedRefund(object: Fields, refundRef: string): AccountEvent['failedRefund'] {
  const { object: kind, status, payment_intent: paymentRef } = object;
  if (kind !== 'refund' || status !== 'failed' || typeof paymentRef !== 'string') return null;
  return { paymentRef, refundRef, movementId: movementOf(object) };
}

/**
 * Returns the payment that another hand may have moved, or null. Our captures, charges and refunds name their movement. A
 * cancellation never shows who made it, so it always counts.
 */
function byHand(type: string, object: Fields): string | null {
  const ref = object.object === 'refund' ? object.payment_intent : object.id;
  if (typeof ref !== 'string') return null;
  if (type === 'payment_intent.canceled') return ref;
  const moved = object.object === 'refund' || type === 'payment_intent.succeeded';
  return moved && movementOf(object) === null ? ref : null;
}

function movementOf({ metadata }: Fields): string | null {
  const { movement } = fieldsOf(metadata);
  return typeof movement === 'string' && isUuid(movement) ? movement : null;
}
