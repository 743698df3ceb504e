import Stripe from 'stripe';
import { isUuid } from '../../../domain/uuid.ts';
import type { AccountEvent } from '../port.ts';

/** What a webhook endpoint has to be told of. Stripe takes no wildcards but the one for everything. */
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

const TOLERANCE_SECONDS = 300; // Stripe's own default: longer, and a stolen message could be sent again at leisure

type Message = { body: Buffer; signature: string; now: Date };

/** Null: forged, stale, of another account, or not to be read. Which of them is nobody's business. */
export function readEvent(secret: string, { body, signature, now }: Message): AccountEvent | null {
  let event: unknown;
  try {
    event = Stripe.webhooks.constructEvent(body, signature, secret, TOLERANCE_SECONDS, undefined, now.getTime());
  } catch {
    return null; // the library throws of many kinds for what it cannot read
  }
  if (!isSignedByNow(signature, now)) return null;
  return describe(event);
}

/** The library looks at the past alone: what was signed in the future could be sent again until then. */
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
    ...{ id, type, objectRef: object.id },
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

/** What we capture, charge or give back names its movement. That a payment was cancelled never says by whom. */
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
