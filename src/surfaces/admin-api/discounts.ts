import Type, { type Static } from 'typebox';
import type { Deps } from '../../core/deps.ts';
import { createDiscount, endDiscount, type NewDiscount as Terms } from '../../core/discounts/commands.ts';
import { listDiscounts, readDiscount } from '../../core/discounts/queries.ts';
import type { Store } from '../../core/stores/queries.ts';
import { readWaitlist } from '../../core/waitlists/queries.ts';
import { AppError } from '../../domain/error.ts';
import { parseMoney } from '../../domain/money.ts';
import { DiscountListQuery, NewDiscount } from '../../protocol/schema/admin-api/discounts.ts';
import { success as successSchema } from '../../protocol/schema/envelope.ts';
import { discountJson } from '../merchant-json/discounts.ts';
import type { AdminRoutes } from './admin-routes.ts';
import { reading, success, writing } from './answer.ts';
import { ADMIN_ROOT } from './authenticate.ts';
import { BULK_BODY_BYTES_MAX, bulkAnswer, bulkBody } from './bulk.ts';
import type { Act } from './perform.ts';
import { spelt } from './spelling.ts';
import { momentFrom, partFrom, productFrom } from './values.ts';

const PATH = `${ADMIN_ROOT}/discounts`;
const Params = Type.Object({ code: Type.String({ minLength: 1, maxLength: 100 }) });
const one = (description: string) => successSchema(Type.Ref('AdminDiscount'), description);

const NOT_FOUND = { 404: { $ref: 'Error#', description: '`discount_not_found`' } };

const LIST = reading('discounts:read', {
  operationId: 'listDiscounts',
  summary: 'The discount codes of the store, the newest first, 500 at most',
  querystring: DiscountListQuery,
  response: { 200: successSchema(Type.Array(Type.Ref('AdminDiscount')), 'The codes.') },
});

const GET = reading('discounts:read', {
  operationId: 'getDiscount',
  summary: 'One discount code, and how often it was used',
  params: Params,
  response: { 200: one('The code.'), ...NOT_FOUND },
});

const CREATE = writing('discounts:write', {
  operationId: 'createDiscount',
  summary: 'Make a discount code',
  body: NewDiscount,
  response: { 201: one('The code.') },
});

const CREATE_MANY = writing('discounts:write', {
  operationId: 'createDiscounts',
  summary: 'Make up to 1,000 discount codes',
  body: bulkBody(NewDiscount, [{ rows: [{ code: 'SPRING15', off: { percent: 15 } }] }]),
  response: { 200: bulkAnswer(Type.Ref('AdminDiscount')) },
});

const END = writing('discounts:write', {
  operationId: 'endDiscount',
  summary: 'End a discount code: new checkouts cannot use it, pre-orders keep their discount',
  params: Params,
  response: { 200: one('The code.'), ...NOT_FOUND },
});

/** Registers the discount codes: list, read, make (also many at once), end. */
export function registerDiscounts({ app, deps, askerOf, perform, performRows }: AdminRoutes): void {
  const view = async ({ db }: Pick<Deps, 'db'>, store: Store, code: string) =>
    discountJson(await readDiscount(db, store.id, code), store);

  app.get(PATH, LIST, async (request) => {
    const { store } = askerOf(request);
    const found = await listDiscounts(deps.db, store.id, { over: request.query.all ?? false });
    return success(found.map((discount) => discountJson(discount, store)));
  });

  app.get(`${PATH}/:code`, GET, async (request) =>
    success(await view(deps, askerOf(request).store, request.params.code)),
  );

  const creating = (store: Store, given: Static<typeof NewDiscount>): Act => ({
    action: 'discount.create',
    status: 201,
    run: async (joined) => {
      const terms = await termsFrom(joined, store, given);
      return { subject: await createDiscount(joined, store.id, terms).catch(inOurWords) };
    },
    answer: (joined, { subject }) => view(joined, store, subject),
  });

  app.post(PATH, CREATE, async (request, reply) =>
    perform(request, reply, creating(askerOf(request).store, request.body)),
  );

  app.post(`${PATH}/bulk`, { ...CREATE_MANY, bodyLimit: BULK_BODY_BYTES_MAX }, async (request) =>
    performRows(request, {
      rows: request.body.rows,
      thingOf: ({ code }) => spelt('code', code),
      actOf: (row) => creating(askerOf(request).store, row),
    }),
  );

  app.post(`${PATH}/:code/end`, END, async (request, reply) => {
    const { store } = askerOf(request);
    const { code } = request.params;
    return perform(request, reply, {
      action: 'discount.end',
      version: async ({ db }) => ({ ended_at: (await readDiscount(db, store.id, code)).endedAt }),
      async run(joined) {
        await endDiscount(joined, store.id, code);
        return { subject: code };
      },
      answer: (joined, { subject }) => view(joined, store, subject),
    });
  });
}

// Refusals of the rules name the options of the command line.
const OUR_NAMES: Record<string, string> = {
  uses: 'uses_max',
  from: 'starts_at',
  until: 'ends_at',
  product: 'product_id',
  waitlist: 'waitlist_id',
};

function inOurWords(error: unknown): never {
  const param = error instanceof AppError && error.info.param ? OUR_NAMES[error.info.param] : undefined;
  if (!(error instanceof AppError) || param === undefined) throw error;
  throw new AppError(error.code, error.message, { ...error.info, param });
}

async function termsFrom({ db }: Pick<Deps, 'db'>, store: Store, given: Static<typeof NewDiscount>): Promise<Terms> {
  const { code, off, minimum, starts_at, ends_at, uses_max = null, product_id, waitlist_id } = given;
  return {
    ...partFrom(off, store.currency, 'off'),
    code,
    minimum: minimum === undefined ? 0 : parseMoney(minimum, store.currency, 'minimum'),
    startsAt: momentFrom(starts_at ?? null, store, 'starts_at'),
    endsAt: momentFrom(ends_at ?? null, store, 'ends_at'),
    usesMax: uses_max,
    productId: product_id ? (await productFrom(db, store.id, product_id)).id : null,
    waitlistId: waitlist_id ? (await readWaitlist(db, store.id, waitlist_id)).id : null,
  };
}
