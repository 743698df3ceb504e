import { expect, test } from 'vitest';
import { SCOPES } from '../../domain/scope.ts';
import type { Message } from '../../protocol/wire/message-format.ts';
import { alerts as alertsDe } from '../alerts/de.ts';
import { alerts as alertsEn } from '../alerts/en.ts';
import { account as accountDe } from './account-de.ts';
import { account as accountEn } from './account-en.ts';
import { de } from './de.ts';
import { discounts as discountsDe } from './discounts-de.ts';
import { discounts as discountsEn } from './discounts-en.ts';
import { en } from './en.ts';
import { faults as faultsDe } from './faults-de.ts';
import { faults as faultsEn } from './faults-en.ts';
import { home as homeDe } from './home-de.ts';
import { home as homeEn } from './home-en.ts';
import { ids as idsDe } from './ids-de.ts';
import { ids as idsEn } from './ids-en.ts';
import { lists as listsDe } from './lists-de.ts';
import { lists as listsEn } from './lists-en.ts';
import { office as officeDe } from './office-de.ts';
import { office as officeEn } from './office-en.ts';
import { people as peopleDe } from './people-de.ts';
import { people as peopleEn } from './people-en.ts';
import { rehearsal as rehearsalDe } from './rehearsal-de.ts';
import { rehearsal as rehearsalEn } from './rehearsal-en.ts';
import { rows as rowsDe } from './rows-de.ts';
import { rows as rowsEn } from './rows-en.ts';
import { sending as sendingDe } from './sending-de.ts';
import { sending as sendingEn } from './sending-en.ts';
import { setup as setupDe } from './setup-de.ts';
import { setup as setupEn } from './setup-en.ts';
import { shopifyDe } from './shopify-de.ts';
import { shopifyEn } from './shopify-en.ts';
import { terms as termsDe } from './terms-de.ts';
import { terms as termsEn } from './terms-en.ts';

const english: Record<string, Message> = {
  ...en,
  ...setupEn,
  ...accountEn,
  ...rehearsalEn,
  ...officeEn,
  ...discountsEn,
  ...idsEn,
  ...peopleEn,
  ...faultsEn,
  ...alertsEn,
  ...rowsEn,
  ...shopifyEn,
  ...termsEn,
  ...sendingEn,
  ...listsEn,
  ...homeEn,
};
const german: Record<string, Message> = {
  ...de,
  ...setupDe,
  ...accountDe,
  ...rehearsalDe,
  ...officeDe,
  ...discountsDe,
  ...idsDe,
  ...peopleDe,
  ...faultsDe,
  ...alertsDe,
  ...rowsDe,
  ...shopifyDe,
  ...termsDe,
  ...sendingDe,
  ...listsDe,
  ...homeDe,
};

const formsOf = (message: Message) => (typeof message === 'string' ? [message] : Object.values(message));
const placeholdersOf = (message: Message) =>
  [...new Set(formsOf(message).flatMap((form) => form.match(/\{\w+\}/g) ?? []))].sort();

test('German has every text of the portal, with the placeholders of the English one', () => {
  expect(Object.keys(german)).toEqual(Object.keys(english));
  for (const [key, message] of Object.entries(german)) {
    expect(placeholdersOf(message), key).toEqual(placeholdersOf(english[key] ?? ''));
    expect(
      formsOf(message).every((form) => form.trim() === form && form !== ''),
      key,
    ).toBe(true);
  }
});

test('few texts are the same in both languages', () => {
  const same = Object.keys(german).filter((key) => JSON.stringify(german[key]) === JSON.stringify(english[key]));
  expect(same.length / Object.keys(german).length).toBeLessThan(0.03); // names such as “Name”, “Test” and “Live”
});

test('every scope has words, for those who choose what a token may', () => {
  for (const scope of Object.keys(SCOPES)) expect(Object.keys(english)).toContain(`scope.${scope.replace(':', '.')}`);
});
