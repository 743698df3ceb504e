import { describe, expect, test } from 'vitest';
import { mailFacts } from '../../../../test/support/mail-facts.ts';
import { everyMail } from '../samples.ts';
import { placedMail } from './placed.ts';

describe('the look of a store', () => {
  const brand = {
    accent: '#a8481f',
    ground: '#faf7f2',
    groundDark: '#15171b',
    radius: 4,
    senderName: null,
    replyTo: null,
    font: { hash: 'f'.repeat(32), type: 'font/woff2', weightMin: 400, weightMax: 400 },
    logo: { hash: 'a'.repeat(32), type: 'image/png', width: 400, height: 100 },
  } as const;
  const htmlWith = (changes: Partial<typeof brand> | object) =>
    placedMail(mailFacts({ store: { brand: { ...brand, ...changes } }, manageUrl: 'https://wait.example/m' })).html;

  test('is in every mail: in the style sheet for light and dark, and in the button itself', () => {
    const mails = everyMail(mailFacts({ store: { brand } }));
    for (const { html } of Object.values(mails)) expect(html).toMatch(/background: #faf7f2.*background: #15171b/s);
    const html = htmlWith({});
    expect(html).toMatch(/class="(button|second)" style="[^"]*border-radius:4px/);
    expect(html).toContain('a { color: #a8481f; }');
  });

  test('loads nothing: the logo is a part of the mail, and the font is the system’s', () => {
    const html = htmlWith({});
    expect(html).toContain('<img class="logo" src="cid:logo@brand" width="128" height="32" alt="Aldersund">');
    expect(html).not.toMatch(/url\(|@font-face|Brand|src="(?!cid:)/);
  });

  test('has the name beside a logo that is a mark, and alone where mail programs cannot show the logo', () => {
    expect(htmlWith({ logo: { ...brand.logo, width: 100 } })).toMatch(/alt=""> <bdi>Aldersund<\/bdi>/);
    const plain = htmlWith({ logo: { ...brand.logo, type: 'image/webp' } });
    expect(plain).not.toContain('<img');
    expect(plain).toContain('<p class="shop"><bdi>Aldersund</bdi></p>');
  });
});
