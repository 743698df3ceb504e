import { AppError } from '../../../domain/error.ts';
import { chooseSupply, type ForeignPreorder, type Supply } from '../../../domain/import-preorder.ts';
import { because } from '../../../domain/refusal.ts';
import type { ShipWindow } from '../../../domain/ship-window.ts';
import type { Sql } from '../../../platform/db.ts';
import type { Store } from '../../stores/queries.ts';
import type { RowNote } from '../queries.ts';
import { type NamedVariant, nameVariant, type Offer, readOffer, unitsOf } from './facts.ts';
import type { Contact, ReadRow } from './read-rows.ts';

/** A row that can come in: what it becomes, and which delivery gives its units. */
export type AcceptedRow = {
  row: RowToDo;
  preorder: ForeignPreorder;
  contact: Contact;
  notes: RowNote[];
  variant: NamedVariant;
  waitlistId: string;
  /** Null while a check has only planned the delivery that would be added. */
  supply: Supply | null;
  raisedBy: number;
};

export type RowToDo = { number: number; key: string; read: ReadRow; isTwice: boolean; exists: boolean };

export type Verdict =
  | { fate: 'ready'; taken: AcceptedRow }
  | { fate: 'exists' | 'skipped'; row: RowToDo }
  | { fate: 'refused'; row: RowToDo; error: AppError };

/** What is decided about rows of one step together: each counts for the rows behind it. */
export type Around = {
  sql: Sql;
  store: Store;
  raises: boolean;
  /** Adds a delivery; a check adds none, and returns null. */
  addBatch: (waitlistId: string, window: ShipWindow) => Promise<Pick<Supply, 'batchId' | 'promiseId'> | null>;
  /** Units that rows of earlier steps of a check take, by batch and variant. */
  planned: ReadonlyMap<string, number>;
  variants: Map<string, NamedVariant | AppError>;
  offers: Map<string, Offer | AppError>;
  customers: Map<string, number>;
};

/** Decides what becomes of a row, in the same way whether it is only looked at or brought in. */
export async function decideRow(around: Around, row: RowToDo): Promise<Verdict> {
  const { read } = row;
  if (row.exists) return { fate: 'exists', row };
  if (read === 'over') return { fate: 'skipped', row };
  try {
    if (row.isTwice) {
      const message = 'An earlier row of the file has the same reference. Rows of one pre-order need different lines.';
      throw new AppError('invalid_parameter', message, { param: 'reference', ...because('earlier_row') });
    }
    if (read instanceof AppError) throw read;
    return { fate: 'ready', taken: await takeRow(around, row, read) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { fate: 'refused', row, error };
  }
}

async function takeRow(
  around: Around,
  row: RowToDo,
  { preorder, contact, notes }: { preorder: ForeignPreorder; contact: Contact; notes: RowNote[] },
): Promise<AcceptedRow> {
  const { sql, store, variants, offers } = around;
  const { product, variant: name, waitlist, quantity } = preorder;
  const variant = await known(variants, `${product} ${name}`, () =>
    nameVariant(sql, store.id, { product, variant: name }),
  );
  const offer = await known(offers, `${variant.id} by ${waitlist}`, async () => {
    const read = await readOffer(sql, store.id, { variant, waitlist });
    // Rows that name the waitlist in another way share its units.
    return known(offers, `${variant.id} of ${read.waitlistId}`, async () => withPlanned(read, variant, around.planned));
  });
  const { waitlistId, limitPerCustomer } = offer;
  const owner = `${waitlistId} ${contact.customerKey}`;
  if (limitPerCustomer !== null) {
    const of = { storeId: store.id, waitlistId, customerKey: contact.customerKey };
    const units = around.customers.get(owner) ?? (await unitsOf(sql, of));
    around.customers.set(owner, units);
    if (units + quantity > limitPerCustomer) {
      const message = `The waitlist gives a customer ${limitPerCustomer} units at most.`;
      throw new AppError('limit_per_customer', message, {
        param: 'quantity',
        data: { ...because('too_many_units').data, max: limitPerCustomer, limit: limitPerCustomer },
      });
    }
    around.customers.set(owner, units + quantity);
  }
  const { supply, raisedBy } = await supplyOf(around, preorder, offer);
  if (supply) supply.taken += quantity;
  return { row, preorder, contact, notes, variant, waitlistId, supply, raisedBy };
}

async function supplyOf(
  { raises, addBatch }: Around,
  preorder: ForeignPreorder,
  { waitlistId, supplies }: Offer,
): Promise<{ supply: Supply | null; raisedBy: number }> {
  const choice = chooseSupply(preorder, supplies, raises);
  if (choice.kind === 'takes') {
    choice.from.allocated += choice.raisedBy;
    return { supply: choice.from, raisedBy: choice.raisedBy };
  }
  const added = await addBatch(waitlistId, choice.window);
  if (!added) return { supply: null, raisedBy: preorder.quantity };
  const supply = { ...added, waitlistId, window: choice.window, allocated: preorder.quantity, taken: 0 };
  supplies.push(supply);
  return { supply, raisedBy: preorder.quantity };
}

function withPlanned(offer: Offer, variant: NamedVariant, planned: Around['planned']): Offer {
  const supplies = offer.supplies.map((supply) => {
    const taken = supply.taken + (planned.get(`${supply.batchId} ${variant.id}`) ?? 0);
    return { ...supply, taken };
  });
  return { ...offer, supplies };
}

/** Remembers an answer or a refusal: a file names the same few variants thousands of times. */
async function known<Value>(
  answers: Map<string, Value | AppError>,
  key: string,
  ask: () => Promise<Value>,
): Promise<Value> {
  let answer = answers.get(key);
  if (answer === undefined) {
    answer = await ask().catch((error: unknown) => {
      if (error instanceof AppError) return error;
      throw error;
    });
    answers.set(key, answer);
  }
  if (answer instanceof AppError) throw answer;
  return answer;
}
