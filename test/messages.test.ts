import { describe, expect, test } from 'vitest';
import { en } from '../src/messages/en.ts';
import { checkMessages, mentionsIn } from './checks/messages.ts';

test('every text is shown somewhere, and every text asked for is there', async () => {
  expect(await checkMessages()).toBe(`${Object.keys(en).length} texts`);
});

describe('what counts as asking for a text', () => {
  const asked = (path: string, source: string) => mentionsIn(path, source).filter((mention) => mention.asked);
  const FRAME = 'src/browser/frames/checkout/view.tsx';

  test.each([
    ['a call', "t('done.title', { count: 1 })", ['done.title']],
    ['a method', "context.t('close')", ['close']],
    ['a choice', "t(paid ? 'done.paid' : ('done.due'))", ['done.paid', 'done.due']],
    ['a part known at run time', `t(\`\${screen}.title\`)`, ['….title']],
    ['an element', "<p>{t('close')}</p>", ['close']],
    ['its values are not keys', "t('done.title', { name: 'close' })", ['done.title']],
  ])('%s', (_name, source, texts) => {
    expect(asked(FRAME, source).map(({ text }) => text)).toEqual(texts);
  });

  test('the frame leaves the prefix out, the server does not', () => {
    expect(asked(FRAME, "t('close')")[0]?.matches.test('checkout.close')).toBe(true);
    const [onServer] = asked('src/surfaces/x.ts', "translate(locale, 'close')");
    expect(onServer?.matches.test('checkout.close')).toBe(false);
    expect(onServer?.matches.test('close')).toBe(true);
  });

  test('a dotted string elsewhere may be a key, but need not', () => {
    expect(mentionsIn(FRAME, "const label = 'address.city'")).toMatchObject([{ asked: false, text: 'address.city' }]);
    expect(mentionsIn(FRAME, "const kind = 'close'")).toEqual([]);
  });
});
