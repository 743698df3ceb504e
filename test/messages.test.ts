import { describe, expect, test } from 'vitest';
import { mentionsIn } from './checks/messages.ts';

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
