import { describe, expect, test } from 'vitest';
import { alerts } from '../src/messages/alerts/en.ts';
import { en } from '../src/messages/en.ts';
import { account } from '../src/messages/portal/account-en.ts';
import { discounts } from '../src/messages/portal/discounts-en.ts';
import { en as portal } from '../src/messages/portal/en.ts';
import { faults } from '../src/messages/portal/faults-en.ts';
import { ids } from '../src/messages/portal/ids-en.ts';
import { office } from '../src/messages/portal/office-en.ts';
import { people } from '../src/messages/portal/people-en.ts';
import { rehearsal } from '../src/messages/portal/rehearsal-en.ts';
import { rows } from '../src/messages/portal/rows-en.ts';
import { sending } from '../src/messages/portal/sending-en.ts';
import { setup } from '../src/messages/portal/setup-en.ts';
import { shopifyEn } from '../src/messages/portal/shopify-en.ts';
import { terms } from '../src/messages/portal/terms-en.ts';
import { checkMessages, mentionsIn } from './checks/messages.ts';

test('the code uses every key of the catalogue, and every key in the code exists', async () => {
  const keys = [
    en,
    portal,
    setup,
    account,
    rehearsal,
    office,
    discounts,
    ids,
    people,
    faults,
    alerts,
    rows,
    terms,
    sending,
    shopifyEn,
  ].flatMap((texts) => Object.keys(texts));
  expect(await checkMessages()).toBe(`${keys.length} texts`);
});

describe('finds the keys that code asks for', () => {
  const asked = (path: string, source: string) => mentionsIn(path, source).filter((mention) => mention.asked);
  const FRAME = 'src/browser/frames/checkout/view.tsx';

  test.each([
    ['a call', "t('done.title', { count: 1 })", ['done.title']],
    ['a method', "context.t('close')", ['close']],
    ['a choice', "t(paid ? 'done.paid' : ('done.due'))", ['done.paid', 'done.due']],
    ['a part known at run time', `t(\`\${screen}.title\`)`, ['….title']],
    ['an element', "<p>{t('close')}</p>", ['close']],
    ['a call whose values are not keys', "t('done.title', { name: 'close' })", ['done.title']],
  ])('%s', (_name, source, texts) => {
    expect(asked(FRAME, source).map(({ text }) => text)).toEqual(texts);
  });

  test('adds the prefix to keys in a frame, but not to keys on the server', () => {
    expect(asked(FRAME, "t('close')")[0]?.matches.test('checkout.close')).toBe(true);
    const [onServer] = asked('src/surfaces/x.ts', "translate(locale, 'close')");
    expect(onServer?.matches.test('checkout.close')).toBe(false);
    expect(onServer?.matches.test('close')).toBe(true);
  });

  test('a dotted string outside a translator call may be a key', () => {
    expect(mentionsIn(FRAME, "const label = 'address.city'")).toMatchObject([{ asked: false, text: 'address.city' }]);
    expect(mentionsIn(FRAME, "const kind = 'close'")).toEqual([]);
  });
});
