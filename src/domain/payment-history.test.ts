import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type MoneyLine, type MoneyMeans, netOf, nextMovement, owedBy, shouldHavePaid } from './payment.ts';

const placed = (id: string, price: { total: number; dueNow: number }): MoneyLine => ({
  ...price,
  id,
  state: 'placed',
  dueFrom: null,
  givenBack: 0,
  kept: 0,
  paid: [],
  authorised: price.dueNow,
  moving: false,
});

type Step =
  | { does: 'release' | 'cancel' | 'keep' | 'fulfil' | 'return'; line: number }
  | { does: 'give back'; line: number; amount: number }
  | { does: 'pay'; line: number }
  | { does: 'move'; fails: boolean };

const steps = fc.array(
  fc.oneof(
    fc.record({
      does: fc.constantFrom('release', 'cancel', 'keep', 'fulfil', 'return') as fc.Arbitrary<'release'>,
      line: fc.nat({ max: 5 }),
    }),
    fc.record({ does: fc.constant('release' as const), line: fc.nat({ max: 5 }) }),
    fc.record({ does: fc.constant('give back' as const), line: fc.nat({ max: 5 }), amount: fc.nat({ max: 2_000 }) }),
    fc.record({ does: fc.constant('pay' as const), line: fc.nat({ max: 5 }) }),
    fc.record({ does: fc.constant('move' as const), fails: fc.boolean() }),
  ) as fc.Arbitrary<Step>,
  { minLength: 10, maxLength: 60 },
);
const amounts = fc.array(
  fc.tuple(fc.nat({ max: 5_000 }), fc.nat({ max: 100 })).map(([total, percent]) => ({
    total,
    dueNow: Math.ceil((total * percent) / 100),
  })),
  { minLength: 1, maxLength: 3 },
);

// Prices are up to 5,000, so that rests below this amount are frequent.
const LEAST = 400;

/** Plays a pre-order whose line items and money move as the core moves them, and checks each movement. */
function play(prices: { total: number; dueNow: number }[], card: boolean) {
  const lines = prices.map((price, index) => placed(String(index), price));
  const checkout = prices.reduce((sum, { dueNow }) => sum + dueNow, 0);
  const attempts = ['checkout'];
  const captured = new Map<string, number>();
  const refunded = new Map<string, number>();
  let authorisation: MoneyMeans['waiting'] = checkout > 0 ? { attemptId: 'checkout', amount: checkout } : null;
  let movements = 0;

  const take = (attemptId: string, taken: { id: string; amount: number }[], sign: 1 | -1) => {
    for (const { id, amount } of taken) {
      const moved = lines[Number(id)];
      if (!moved) throw new Error('movement of an unknown line item');
      const before = moved.paid.find((one) => one.attemptId === attemptId)?.net ?? 0;
      moved.paid = [
        ...moved.paid.filter((one) => one.attemptId !== attemptId),
        { attemptId, net: before + sign * amount },
      ];
      const book = sign === 1 ? captured : refunded;
      book.set(attemptId, (book.get(attemptId) ?? 0) + amount);
    }
  };
  const check = () => {
    for (const one of lines) {
      expect(netOf(one)).toBeGreaterThanOrEqual(0);
      expect(netOf(one)).toBeLessThanOrEqual(one.total);
      for (const { net } of one.paid) expect(net).toBeGreaterThanOrEqual(0);
    }
    for (const [attemptId, back] of refunded) expect(back).toBeLessThanOrEqual(captured.get(attemptId) ?? 0);
  };
  const settle = (ids: string[], back: boolean) => {
    for (const id of ids) {
      const one = lines[Number(id)];
      if (back && one?.state === 'payment_due' && one.dueFrom)
        Object.assign(one, { state: one.dueFrom, dueFrom: null });
      if (!back && (one?.state === 'placed' || one?.state === 'released')) {
        Object.assign(one, { state: 'payment_due', dueFrom: one.state });
      }
      if (!back && one?.state === 'cancelled') one.kept = Math.min(one.kept, netOf(one));
    }
  };
  const move = (fails: boolean, retry = false): boolean => {
    const next = nextMovement(lines, {
      waiting: authorisation,
      attempts,
      card,
      busy: false,
      disputed: false,
      retry,
      least: LEAST,
    });
    if (!next) return false;
    movements += 1;
    expect(next.amount).toBe(next.lines.reduce((sum, { amount }) => sum + amount, 0));
    const ids = next.lines.map(({ id }) => id);
    if (next.kind === 'refund')
      take(next.attemptId, next.lines, -1); // a refund that fails is tried again
    else if (next.kind === 'ask') settle(ids, false);
    else if (next.kind === 'resume') settle(ids, true);
    else if (next.kind === 'keep_less')
      for (const one of lines.filter(({ id }) => ids.includes(id))) one.kept = Math.max(0, netOf(one));
    else if (next.kind === 'waive')
      for (const { id, amount } of next.lines) (lines[Number(id)] as MoneyLine).givenBack += amount;
    else if (next.kind === 'charge') {
      expect(next.amount).toBeGreaterThanOrEqual(LEAST);
      if (fails) settle(ids, false);
      else {
        attempts.push(`charge ${movements}`);
        take(`charge ${movements}`, next.lines, 1);
        settle(ids, true);
      }
    } else {
      expect(next.amount).toBeLessThanOrEqual(authorisation?.amount ?? -1);
      authorisation = null;
      for (const one of lines) one.authorised = 0;
      if (fails) settle(ids, false);
      else take(next.attemptId, next.lines, 1);
    }
    check();
    return true;
  };
  /** The shopper pays what is owed on the page that a mail links to. */
  const pay = (index: number) => {
    const one = lines[index % lines.length];
    if (!one || authorisation || owedBy(one) === 0) return;
    const attemptId = `paid ${attempts.length}`;
    authorisation = { attemptId, amount: owedBy(one) };
    one.authorised = owedBy(one);
    attempts.push(attemptId);
    settle([one.id], true);
  };
  return { lines, move, pay };
}

type Play = ReturnType<typeof play>;

function act({ lines, move, pay }: Play, step: Step): void {
  if (step.does === 'move') return void move(step.fails, step.fails);
  if (step.does === 'pay') return void pay(step.line);
  const one = lines[step.line % lines.length];
  if (!one) return;
  if (step.does === 'give back') {
    one.givenBack += Math.min(step.amount, netOf(one), one.total - one.givenBack);
    return;
  }
  const open = one.state === 'placed' || one.state === 'released' || one.state === 'payment_due';
  if (step.does === 'release' && one.state === 'placed') one.state = 'released';
  if (step.does === 'fulfil' && one.state === 'released' && netOf(one) === shouldHavePaid(one)) one.state = 'fulfilled';
  if (step.does === 'return' && one.state === 'fulfilled') one.state = 'returned';
  if ((step.does === 'cancel' || step.does === 'keep') && open) {
    const reachable = netOf(one) + one.authorised;
    const deposit = Math.max(0, Math.min(one.dueNow - one.givenBack, reachable));
    Object.assign(one, { state: 'cancelled', dueFrom: null, kept: step.does === 'keep' ? deposit : 0 });
  }
}

/** Computes what a line item should have paid in another way than the rule. */
function expectedOf({ state, total, dueNow, givenBack, kept, ...one }: MoneyLine): number {
  if (state === 'cancelled') return kept;
  const whole = state !== 'placed' && one.dueFrom !== 'placed';
  const asked = (whole ? total : dueNow) - givenBack;
  if (state !== 'payment_due') return Math.max(asked, 0);
  expect(owedBy({ state, total, dueNow, givenBack, kept, ...one })).toBeGreaterThan(0);
  return Math.min(netOf(one), Math.max(asked, 0));
}

test.each([true, false])('after any history the money is where the line items say (a card is kept: %s)', (card) => {
  fc.assert(
    fc.property(amounts, steps, (prices, history) => {
      const game = play(prices, card);
      for (const step of history) act(game, step);
      for (let rounds = 0; game.move(false); rounds += 1) expect(rounds).toBeLessThan(100);
      for (const one of game.lines) expect(netOf(one)).toBe(expectedOf(one));
    }),
    { numRuns: 2_000 },
  );
});
