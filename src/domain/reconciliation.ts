import type { Minor } from './money.ts';

/** One payment at a provider as our books have it: the sums of its movements that are done. */
export type BookedPayment = {
  ref: string;
  attemptId: string;
  preorderId: string | null;
  /** The pre-order's reference, which people use. */
  reference: string | null;
  /** False when the payment is over without having paid: then the provider must hold no money for it. */
  mayHold: boolean;
  /** True while a movement of the payment is under way: until it ends, the books may differ. */
  moving: boolean;
  currency: string;
  captured: Minor;
  /** `ref`: the provider's id of a refund that another hand made. */
  refunds: { movementId: string; ref: string | null; amount: Minor }[];
};

/** One payment as the provider lists it. */
export type TheirPayment = {
  ref: string;
  attemptId: string | null;
  holdsAuthorisation: boolean;
  currency: string;
  captured: Minor;
  refunds: { ref: string; movementId: string | null; amount: Minor }[];
};

/** What differs, by stable names. */
type Code =
  | 'payment_not_there'
  | 'payment_not_here'
  | 'currency_differs'
  | 'taken_differs'
  | 'still_held_there'
  | 'refund_not_here'
  | 'refund_not_there'
  | 'refund_differs';

export type Difference = {
  kind: 'missing_here' | 'missing_there' | 'amount' | 'state';
  of: 'payment' | 'refund';
  /** The provider's id of the payment. */
  ref: string;
  attemptId: string | null;
  preorderId: string | null;
  reference: string | null;
  currency: string;
  here: Minor | null;
  there: Minor | null;
  code: Code;
  /** What the code speaks of: the refund, its movement, or the currency there. */
  about: string | null;
};

const DETAILS: Record<Code, (difference: Difference) => string> = {
  payment_not_there: () => 'the provider has no such payment',
  payment_not_here: () => 'our books have no such payment',
  currency_differs: ({ currency, about }) => `the currency is ${currency} here and ${about} there`,
  taken_differs: () => 'what was taken differs',
  still_held_there: () => 'the provider holds money for a payment that is over here',
  refund_not_here: ({ about }) => `refund ${about} is not in our books`,
  refund_not_there: ({ about }) => `the provider has no refund of movement ${about}`,
  refund_differs: ({ about }) => `refund ${about} differs`,
};

/** Says a difference as an English clause. */
export const detailOf = (difference: Difference): string => DETAILS[difference.code](difference);

/**
 * Returns the differences between our books and the provider's list, for the payments in either of them. A payment with a
 * movement under way is no difference. Nor is a payment that is unknown here and neither took nor holds money: a process
 * died before it stored the id of the payment, so no shopper can pay with it.
 */
export function reconcile(ours: readonly BookedPayment[], theirs: readonly TheirPayment[]): Difference[] {
  const here = new Map(ours.map((payment) => [payment.ref, payment]));
  const there = new Map(theirs.map((payment) => [payment.ref, payment]));
  const missing = ours.filter(({ ref, captured, moving }) => !there.has(ref) && captured > 0 && !moving);
  return [
    ...missing.map((booked) => differs(booked, null, { kind: 'missing_there', code: 'payment_not_there' })),
    ...theirs.flatMap((payment) => compare(here.get(payment.ref) ?? null, payment)),
  ];
}

function compare(booked: BookedPayment | null, payment: TheirPayment): Difference[] {
  if (booked === null) {
    if (payment.captured === 0 && !payment.holdsAuthorisation) return [];
    return [differs(null, payment, { kind: 'missing_here', code: 'payment_not_here' })];
  }
  if (booked.moving) return [];
  const found: Difference[] = [];
  if (booked.currency !== payment.currency) {
    found.push(differs(booked, payment, { kind: 'amount', code: 'currency_differs', about: payment.currency }));
  } else if (booked.captured !== payment.captured) {
    const kind = booked.captured === 0 ? 'missing_here' : 'amount';
    found.push(differs(booked, payment, { kind, code: 'taken_differs' }));
  }
  if (!booked.mayHold && payment.holdsAuthorisation) {
    found.push(differs(booked, payment, { kind: 'state', code: 'still_held_there' }));
  }
  return [...found, ...compareRefunds(booked, payment)];
}

function compareRefunds(booked: BookedPayment, payment: TheirPayment): Difference[] {
  const byMovement = new Map(booked.refunds.map((refund) => [refund.movementId, refund]));
  const byRef = new Map(booked.refunds.map((refund) => [refund.ref, refund]));
  const seen = new Set<string>();
  const found: Difference[] = [];
  const add = (what: Pick<Difference, 'kind' | 'code' | 'about'>, here: Minor | null, there: Minor | null) =>
    found.push({ ...namesOf(booked, payment), ...what, of: 'refund', here, there });
  for (const refund of payment.refunds) {
    const ours = byRef.get(refund.ref) ?? byMovement.get(refund.movementId ?? '');
    if (!ours || seen.has(ours.movementId)) {
      add({ kind: 'missing_here', code: 'refund_not_here', about: refund.ref }, null, refund.amount);
      continue;
    }
    seen.add(ours.movementId);
    if (ours.amount !== refund.amount)
      add({ kind: 'amount', code: 'refund_differs', about: refund.ref }, ours.amount, refund.amount);
  }
  for (const refund of booked.refunds) {
    if (seen.has(refund.movementId)) continue;
    add({ kind: 'missing_there', code: 'refund_not_there', about: refund.movementId }, refund.amount, null);
  }
  return found;
}

function differs(
  booked: BookedPayment | null,
  payment: TheirPayment | null,
  what: Pick<Difference, 'kind' | 'code'> & Partial<Pick<Difference, 'about'>>,
): Difference {
  const amounts = { here: booked?.captured ?? null, there: payment?.captured ?? null };
  return { ...namesOf(booked, payment), about: null, ...what, of: 'payment', ...amounts };
}

function namesOf(booked: BookedPayment | null, payment: TheirPayment | null) {
  return {
    ref: booked?.ref ?? payment?.ref ?? '',
    attemptId: booked?.attemptId ?? payment?.attemptId ?? null,
    preorderId: booked?.preorderId ?? null,
    reference: booked?.reference ?? null,
    currency: booked?.currency ?? payment?.currency ?? '',
  };
}
