import { AppError } from '../../domain/error.ts';
import { checkOwnText } from '../../domain/own-text.ts';
import { LANGUAGES } from '../../messages/catalogue.ts';
import type { Deps } from '../deps.ts';
import { emit } from '../outbox/outbox.ts';
import { lockStore } from '../stores/commands/lock.ts';
import { TEXT_PLACES } from './list.ts';
import { type OwnTexts, ruleOf } from './queries.ts';

/** Words by the key of the text; null brings ours back. */
export type TextChanges = Readonly<Record<string, string | null>>;

/** Returns the language if the catalogue has it. Throws `invalid_parameter`. */
export function checkTextLanguage(language: string): string {
  if (Object.hasOwn(LANGUAGES, language)) return language;
  const known = Object.keys(LANGUAGES).join(', ');
  throw new AppError('invalid_parameter', `There are no texts in this language. There are: ${known}.`, {
    param: 'language',
  });
}

/**
 * Returns the words as they are stored, and null for ours. Throws `unknown_text`, `unknown_variable`, `missing_variable` or
 * `invalid_parameter`.
 */
export function checkTexts(language: string, changes: TextChanges): Map<string, string | null> {
  checkTextLanguage(language);
  return new Map(
    Object.entries(changes).map(([key, given]) => {
      const place = TEXT_PLACES.find((one) => one.key === key);
      if (!place) {
        const message = `“${key.slice(0, 80)}” is no text that can be changed.`;
        throw new AppError('unknown_text', message, { param: `texts.${key.slice(0, 80)}` });
      }
      const rule = ruleOf(place, language);
      const text = given === null ? null : checkOwnText(given, rule, `texts.${key}`);
      return [key, text === rule.original ? null : text]; // ours may get better
    }),
  );
}

/** Changes the words of a store in one language; all changes are made, or none. Throws like `checkTexts`. */
export async function changeTexts(
  deps: Pick<Deps, 'db'>,
  { storeId, language }: { storeId: string; language: string },
  changes: TextChanges,
): Promise<void> {
  const checked = [...checkTexts(language, changes)];
  const given = checked.filter((change): change is [string, string] => change[1] !== null);
  await deps.db.transaction(async (tx) => {
    await lockStore(tx, storeId);
    await tx.query('DELETE FROM store_text WHERE store_id = $1 AND language = $2 AND key = ANY ($3)', [
      storeId,
      language,
      checked.map(([key]) => key),
    ]);
    await tx.query(
      'INSERT INTO store_text (store_id, language, key, text) SELECT $1, $2, * FROM unnest($3::text[], $4::text[])',
      [storeId, language, given.map(([key]) => key), given.map(([, text]) => text)],
    );
    await emit(tx, 'store.changed', { storeId, subjectId: storeId });
  });
}

/** Returns the words of a store as they would be after the changes. */
export function withChanges(own: OwnTexts, checked: ReadonlyMap<string, string | null>): OwnTexts {
  const changed = new Map(own);
  for (const [key, text] of checked) {
    if (text === null) changed.delete(key);
    else changed.set(key, text);
  }
  return changed;
}
