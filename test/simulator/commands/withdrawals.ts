import { moveMoney } from '../../../src/core/payments/commands/move-money.ts';
import { advanceLines } from '../../../src/core/preorders/commands/advance.ts';
import { endWithdrawal } from '../../../src/core/withdrawals/commands/end.ts';
import { receiveReturn } from '../../../src/core/withdrawals/commands/end-return.ts';
import { matchWithdrawal } from '../../../src/core/withdrawals/commands/match.ts';
import { acceptReturn } from '../../../src/core/withdrawals/commands/open-return.ts';
import { trackReturn } from '../../../src/core/withdrawals/commands/track-return.ts';
import { readWithdrawal } from '../../../src/core/withdrawals/queries.ts';
import type { Sql } from '../../../src/platform/db.ts';
import { declareAndFollow } from '../../support/declare.ts';
import type { World } from '../world.ts';
import {
  anyNumber,
  type Commands,
  DONE,
  drawPreorder,
  meet,
  NOTHING,
  numbered,
  preorderOf,
  shopperOf,
} from './command.ts';

/** Counted as faults: somebody else declares it, or it names no pre-order. */
export const WITHDRAWAL_FAULTS = ['forged withdrawal', 'withdrawal without a reference'] as const;

const MARK = '00000000-0000-4000-8000-';

/** Declarations of withdrawal in every state of a pre-order, and what becomes of them. */
export const withdrawals: Commands = {
  'somebody withdraws': {
    weight: 2.5,
    draw(world, random) {
      const preorder = drawPreorder(world, random);
      const how = random.pick(['known', 'known', 'typed', 'typed', 'forged', 'unknown']);
      return preorder && { ...preorder, how, part: random.chance(40), page: anyNumber(random) };
    },
    async run(world, args) {
      const preorder = preorderOf(world, args);
      const { email, mark } = shopperOf(world, args);
      if (!preorder) return NOTHING;
      const { how, part } = args;
      if (how === 'forged') meet(world, 'forged withdrawal');
      if (how === 'unknown') meet(world, 'withdrawal without a reference');
      const lineIds = part ? preorder.lineIds.slice(0, 1) : null;
      // What a stranger types is their own data: an erasure of the shopper cannot find it.
      const who = how === 'forged' ? 'a stranger' : mark;
      const items = part ? `One of them, says ${who}` : '';
      const declaration = {
        name: `Ada ${who}`,
        email: how === 'forged' ? `stranger-${args.page}@mail.example` : email,
        reference: how === 'unknown' ? 'I forgot' : preorder.reference,
        postalCode: '',
        items,
      };
      const known = how === 'known' ? { preorderId: preorder.id, lineIds } : undefined;
      const { deps } = world.processAt(Number(args.process));
      // The id of the page: the same page may be sent twice.
      const id = `${MARK}${`${args.page}`.padStart(12, '0')}`;
      await declareAndFollow(deps, { storeId: world.storeId, id, locale: 'en', declaration, known });
      return `${DONE}: ${how}`;
    },
  },
  'somebody withdraws from what was sent': {
    weight: 2,
    draw(world, random) {
      const preorder = drawPreorder(world, random);
      return preorder && { ...preorder, page: anyNumber(random) };
    },
    async run(world, args) {
      const preorder = preorderOf(world, args);
      if (!preorder) return NOTHING;
      const { deps } = world.processAt(Number(args.process));
      const key = { storeId: world.storeId, preorderId: preorder.id };
      await advanceLines(deps, { ...key, lineIds: null, to: 'released' });
      await moveMoney(deps, key.storeId, key.preorderId);
      await advanceLines(deps, { ...key, lineIds: null, to: 'fulfilled' });
      const { email, mark } = shopperOf(world, args);
      const { reference } = preorder;
      const declaration = { name: `Ada ${mark}`, email, reference, postalCode: '', items: '' };
      const known = { preorderId: preorder.id, lineIds: null };
      const id = `${MARK}${`${args.page}`.padStart(12, '0')}`;
      await declareAndFollow(deps, { storeId: world.storeId, id, locale: 'en', declaration, known });
      return DONE;
    },
  },
  'a withdrawal is undone': {
    weight: 0.8,
    draw: (_world, random) => ({ which: anyNumber(random), process: random.below(2) }),
    run: (world, args) => withOpen(world, args, (tx, key) => endWithdrawal(tx, key, { state: 'undone' })),
  },
  'the merchant ends a withdrawal': {
    weight: 0.8,
    draw: (_world, random) => ({ which: anyNumber(random), process: random.below(2), refuses: random.chance(50) }),
    run: (world, args) =>
      withOpen(world, args, (tx, key) =>
        endWithdrawal(tx, key, { state: args.refuses ? 'refused' : 'settled', answer: 'As agreed.' }),
      ),
  },
  'the merchant has it come back': {
    weight: 0.8,
    draw: (_world, random) => ({ which: anyNumber(random), process: random.below(2) }),
    async run(world, args) {
      const sent = numbered(await listSent(world), args.which);
      if (!sent) return NOTHING;
      const { deps } = world.processAt(Number(args.process));
      // A person who names items in words leaves the return to the merchant.
      const declaration = { name: 'Ada', ...sent, postalCode: '', items: 'All that came' };
      const key = { storeId: world.storeId, id: `${MARK}9${`${args.which}`.padStart(11, '0')}` };
      await declareAndFollow(deps, { ...key, locale: 'en', declaration });
      await deps.db.transaction((tx) => acceptReturn(tx, key, null));
      return DONE;
    },
  },
  'a return is tracked': {
    weight: 1.2,
    draw: (_world, random) => ({ which: anyNumber(random), process: random.below(2), number: anyNumber(random) }),
    run: (world, args) =>
      withReturn(world, args, (tx, key) => trackReturn(tx, key, { carrier: 'DHL', number: `JD ${args.number}` })),
  },
  'the goods of a return are back': {
    weight: 1.2,
    draw: (_world, random) => ({
      which: anyNumber(random),
      process: random.below(2),
      worn: random.chance(30),
      part: random.chance(40),
    }),
    run: (world, args) =>
      withReturn(world, args, async (tx, key) => {
        const goods = (await readWithdrawal(tx, key.storeId, key.id)).returns.find(({ id }) => id === key.returnId);
        const lines = args.part ? (goods?.lines ?? []).slice(0, 1).map(({ number }) => number) : null;
        await receiveReturn(tx, key, { lines, reduced: args.worn ? { amount: 1, reason: 'Worn out.' } : null });
      }),
  },
  'the merchant matches a withdrawal': {
    weight: 0.8,
    draw(world, random) {
      const preorder = drawPreorder(world, random);
      return preorder && { ...preorder, which: anyNumber(random) };
    },
    run(world, args) {
      const preorder = preorderOf(world, args);
      if (!preorder) return Promise.resolve(NOTHING);
      return withOpen(world, args, (tx, key) => matchWithdrawal(tx, key, preorder.reference));
    },
  },
};

type Key = { storeId: string; id: string; returnId?: string };

/** Lists the declarations that a person has to decide about, or can undo. */
export function openWithdrawals({ sql, storeId }: Pick<World, 'sql' | 'storeId'>): Promise<{ id: string }[]> {
  return sql.query("SELECT id FROM withdrawal WHERE store_id = $1 AND state = 'declared' ORDER BY declared_at, id", [
    storeId,
  ]);
}

/** Lists who has got something that does not come back yet. */
function listSent({ sql, storeId }: World): Promise<{ reference: string; email: string }[]> {
  return sql.query(
    `SELECT o.reference, c.email FROM preorder o
     JOIN preorder_contact c ON c.store_id = o.store_id AND c.preorder_id = o.id
     WHERE o.store_id = $1 AND EXISTS (
       SELECT 1 FROM preorder_line l WHERE l.store_id = o.store_id AND l.preorder_id = o.id AND l.state = 'fulfilled'
         AND NOT EXISTS (SELECT 1 FROM goods_return_line x WHERE x.store_id = l.store_id AND x.line_id = l.id))
     ORDER BY o.placed_at, o.id`,
    [storeId],
  );
}

type WhichOpen = { which?: unknown; process?: unknown };
type ActOn = (tx: Sql, key: Key) => Promise<void>;

const withOpen = async (world: World, args: WhichOpen, act: ActOn) =>
  withOne(world, { ...args, among: await openWithdrawals(world) }, act);

async function withReturn(world: World, args: WhichOpen, act: ActOn): Promise<string> {
  const among = await world.sql.query<{ id: string; returnId: string }>(
    `SELECT withdrawal_id AS id, id AS "returnId" FROM goods_return WHERE store_id = $1 AND outcome IS DISTINCT FROM 'closed' ORDER BY opened_at, goods_return.id`,
    [world.storeId],
  );
  return withOne(world, { ...args, among }, act);
}

async function withOne(
  world: World,
  args: WhichOpen & { among: readonly Omit<Key, 'storeId'>[] },
  act: ActOn,
): Promise<string> {
  const open = numbered(args.among, args.which);
  if (!open) return NOTHING;
  const { deps } = world.processAt(Number(args.process));
  await deps.db.transaction((tx) => act(tx, { storeId: world.storeId, ...open }));
  return DONE;
}
