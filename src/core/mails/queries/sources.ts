import type { Sql } from '../../../platform/db.ts';
import { findPreorders, type Preorder } from '../../preorders/queries.ts';
import { readClock, readStore, type Store } from '../../stores/queries.ts';
import { type OwnTexts, readOwnTexts } from '../../texts/queries.ts';
import { findMovements, type Mail, type MovementTold, readSurroundings, type Surroundings } from '../queries.ts';

/** What a mail is written from, as it is now. */
export type MailSources = {
  preorder: Preorder;
  store: Store;
  /** The day in the store's time zone. */
  today: string;
  surroundings: Surroundings;
  /** The words of the store in the language of the mail. */
  texts: OwnTexts;
  /** The movement that the mail tells of. */
  movement: MovementTold | null;
};

/** Reads what mails of one store are written from. A mail gets null when its pre-order is not there. */
export async function readSources(sql: Sql, mails: readonly Mail[]): Promise<(MailSources | null)[]> {
  const storeId = mails[0]?.storeId ?? '';
  const ids = [...new Set(mails.map(({ preorderId }) => preorderId))];
  // One after the other: beside each other, they would take that many connections, and each would plan them.
  const store = await readStore(sql, storeId);
  const { today } = await readClock(sql, storeId);
  const preorders = await findPreorders(sql, storeId, ids);
  const surroundings = await readSurroundings(sql, storeId, ids);
  const movements = await findMovements(sql, storeId, mails.flatMap(movementOf));
  // A message goes to the store.
  const localeOf = ({ kind, preorderId }: Mail) =>
    kind === 'message' ? store.locale : (preorders.get(preorderId)?.locale ?? store.locale);
  const texts = new Map<string, OwnTexts>();
  for (const locale of new Set(mails.map(localeOf)))
    texts.set(locale, await readOwnTexts(sql, { storeId, locale }, 'mails'));
  return mails.map((mail): MailSources | null => {
    const preorder = preorders.get(mail.preorderId);
    const around = surroundings.get(mail.preorderId);
    const words = texts.get(localeOf(mail));
    const [movementId = ''] = movementOf(mail);
    const movement = movements.get(movementId) ?? null;
    return preorder && around && words
      ? { preorder, store, today, surroundings: around, texts: words, movement }
      : null;
  });
}

const movementOf = (mail: Mail): string[] =>
  mail.kind === 'charged' || mail.kind === 'refunded' ? [mail.detail.movementId] : [];
