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
  detail: string;
};

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
    ...missing.map((booked) =>
      differs(booked, null, { kind: 'missing_there', detail: 'the provider has no such payment' }),
    ),
    ...theirs.flatMap((payment) => compare(here.get(payment.ref) ?? null, payment)),
  ];
}

function compare(booked: BookedPayment | null, payment: TheirPayment): Difference[] {
  if (booked === null) {
    if (payment.captured === 0 && !payment.holdsAuthorisation) return [];
    return [differs(null, payment, { kind: 'missing_here', detail: 'our books have no such payment' })];
  }
  if (booked.moving) return [];
  const found: Difference[] = [];
  if (booked.currency !== payment.currency) {
    const detail = `the currency is ${booked.currency} here and ${payment.currency} there`;
    found.push(differs(booked, payment, { kind: 'amount', detail }));
  } else if (booked.captured !== payment.captured) {
    const detail = 'what was taken differs';
    found.push(differs(booked, payment, { kind: booked.captured === 0 ? 'missing_here' : 'amount', detail }));
  }
  if (!booked.mayHold && payment.holdsAuthorisation) {
    const detail = 'the provider holds money for a payment that is over here';
    found.push(differs(booked, payment, { kind: 'state', detail }));
  }
  return [...found, ...compareRefunds(booked, payment)];
}

function compareRefunds(booked: BookedPayment, payment: TheirPayment): Difference[] {
  const byMovement = new Map(booked.refunds.map((refund) => [refund.movementId, refund]));
  const byRef = new Map(booked.refunds.map((refund) => [refund.ref, refund]));
  const seen = new Set<string>();
  const found: Difference[] = [];
  const add = (kind: Difference['kind'], amounts: [Minor | null, Minor | null], detail: string) =>
    found.push({ ...about(booked, payment), kind, of: 'refund', here: amounts[0], there: amounts[1], detail });
  for (const refund of payment.refunds) {
    const ours = byRef.get(refund.ref) ?? byMovement.get(refund.movementId ?? '');
    if (!ours || seen.has(ours.movementId)) {
      add('missing_here', [null, refund.amount], `refund ${refund.ref} is not in our books`);
      continue;
    }
    seen.add(ours.movementId);
    if (ours.amount !== refund.amount) add('amount', [ours.amount, refund.amount], `refund ${refund.ref} differs`);
  }
  for (const refund of booked.refunds) {
    if (seen.has(refund.movementId)) continue;
    add('missing_there', [refund.amount, null], `the provider has no refund of movement ${refund.movementId}`);
  }
  return found;
}

function differs(
  booked: BookedPayment | null,
  payment: TheirPayment | null,
  { kind, detail }: Pick<Difference, 'kind' | 'detail'>,
): Difference {
  const amounts = { here: booked?.captured ?? null, there: payment?.captured ?? null };
  return { ...about(booked, payment), kind, of: 'payment', ...amounts, detail };
}

function about(booked: BookedPayment | null, payment: TheirPayment | null) {
  return {
    ref: booked?.ref ?? payment?.ref ?? '',
    attemptId: booked?.attemptId ?? payment?.attemptId ?? null,
    preorderId: booked?.preorderId ?? null,
    reference: booked?.reference ?? null,
    currency: booked?.currency ?? payment?.currency ?? '',
  };
}
