import type { Static } from 'typebox';
import { createWaitlist } from '../../../core/waitlists/commands/create.ts';
import { lockProductOf } from '../../../core/waitlists/commands/lock.ts';
import { changeWaitlistState } from '../../../core/waitlists/commands/state.ts';
import { updateWaitlist } from '../../../core/waitlists/commands/update.ts';
import { readWaitlist, type Waitlist } from '../../../core/waitlists/queries.ts';
import { AppError } from '../../../domain/error.ts';
import { makeFields } from '../../../domain/refuse-all.ts';
import type { WaitlistAct } from '../../../domain/waitlist.ts';
import type { NewWaitlist, WaitlistChange, WaitlistRow } from '../../../protocol/schema/admin-api/waitlist-writes.ts';
import type { Asker } from '../authenticate.ts';
import type { Act } from '../perform.ts';
import { spelt } from '../spelling.ts';
import { productFrom } from '../values.ts';
import { termsFrom, variantsFrom, waitlistVersion, withUnits } from './terms.ts';
import { onShelfJson, readOffer, waitlistJson } from './view.ts';

const readView = ({ store }: Asker): Act['answer'] => {
  return async ({ db }, { subject }) => waitlistJson(await readWaitlist(db, store.id, subject), store);
};

export function creation(asker: Asker, body: Static<typeof NewWaitlist>): Act {
  const { store } = asker;
  let made: Waitlist | undefined; // read once, for the log and the answer; a repeated request makes nothing
  return {
    action: 'waitlist.create',
    status: 201,
    async run(joined) {
      const product = await productFrom(joined.db, store.id, body.product_id);
      const { terms, variants } = makeFields({
        terms: () => termsFrom(body, store),
        variants: () => variantsFrom(body, product, store).map(withUnits),
      });
      const offered = { ...terms, productId: product.id, shipWindow: body.ship_window, variants };
      const subject = await createWaitlist(joined, store.id, offered);
      made = await readWaitlist(joined.db, store.id, subject);
      return { subject, noted: { product_id: product.externalId, ...waitlistVersion(waitlistJson(made, store)) } };
    },
    answer: (deps, done) => (made ? Promise.resolve(waitlistJson(made, store)) : readView(asker)(deps, done)),
  };
}

export function change(asker: Asker, waitlistId: string, body: Static<typeof WaitlistChange>): Act {
  const { store, principal } = asker;
  return {
    action: 'waitlist.update',
    lock: (tx) => lockProductOf(tx, store.id, waitlistId),
    version: async ({ db }) => waitlistVersion(waitlistJson(await readWaitlist(db, store.id, waitlistId), store)),
    async run(joined) {
      const { id, product } = await readWaitlist(joined.db, store.id, waitlistId);
      const named = (body.variants?.length ?? 0) > 0 || body.every_variant !== undefined;
      const offered = named && (await productFrom(joined.db, store.id, product.externalId));
      const { terms, variants } = makeFields({
        terms: () => termsFrom(body, store),
        variants: () => (offered ? variantsFrom(body, offered, store) : []),
      });
      const moved = { reason: body.reason, madeBy: principal.name };
      await updateWaitlist(joined, { storeId: store.id, waitlistId }, { ...terms, variants, moved });
      return { subject: id };
    },
    answer: readView(asker),
  };
}

/** A row with an id changes that waitlist, and one without makes a new one. */
export function rowAct(asker: Asker, row: Static<typeof WaitlistRow>): Act {
  const { id, product_id, ...terms } = row;
  if (id !== undefined) {
    if (product_id === undefined) return change(asker, spelt('waitlist_id', id), terms);
    const message = 'A waitlist keeps its product: leave out either id or product_id.';
    throw new AppError('invalid_parameter', message, { param: 'product_id' });
  }
  const { ship_window, reason, ...rest } = terms;
  if (reason !== undefined) {
    throw new AppError('invalid_parameter', 'A new waitlist moves no dates.', { param: 'reason' });
  }
  if (product_id === undefined)
    throw new AppError('missing_parameter', 'product_id is missing.', { param: 'product_id' });
  if (ship_window === undefined) {
    throw new AppError('missing_parameter', 'ship_window is missing.', { param: 'ship_window' });
  }
  return creation(asker, { product_id, ship_window, ...rest });
}

export function stateChange(asker: Asker, waitlistId: string, act: WaitlistAct): Act {
  const { store } = asker;
  return {
    action: `waitlist.${act}`,
    lock: (tx) => lockProductOf(tx, store.id, waitlistId),
    version: async ({ db }) => waitlistVersion(waitlistJson(await readWaitlist(db, store.id, waitlistId), store)),
    async run(joined) {
      const { id } = await readWaitlist(joined.db, store.id, waitlistId);
      await changeWaitlistState(joined, { storeId: store.id, waitlistId }, act);
      return { subject: id };
    },
    answer: async ({ db }, { subject }) => {
      const offer = await readOffer(db, store, subject);
      const view = waitlistJson(offer.waitlist, store);
      return act === 'open' ? { ...view, on_shelf: onShelfJson(offer) } : view;
    },
  };
}
