import { describe, expect, test } from 'vitest';
import { mailFacts, mailLine } from '../../../../test/support/mail-facts.ts';
import { placedMail } from './placed.ts';

describe('a mail with pictures', () => {
  const picture = { cid: 'abc@pictures', type: 'image/png', bytes: Buffer.alloc(8) } as const;
  const { html, text } = placedMail(mailFacts({ pictures: new Map([['100102', picture]]) }));

  test('shows that of each row from its own attachment, and loads nothing', () => {
    expect([...html.matchAll(/<img[^>]*>/g)].map(([tag]) => tag)).toEqual(
      Array(2).fill(expect.stringMatching(/^<img src="cid:abc@pictures" alt="" width="56" style="[^"]*">$/)),
    );
    expect(html).not.toMatch(/src="(?!cid:)|url\(|@import|background=/);
    expect(text).toBe(placedMail(mailFacts()).text);
  });

  test('keeps the amounts in one column, also for rows without a picture', () => {
    const rows = [...html.matchAll(/<tr[^>]*>(.*?)<\/tr>/gs)].map(([, row = '']) => row);
    const columns = rows.map((row) => (row.match(/<t[dh]/g) ?? []).length + Number(/colspan="2"/.test(row)));
    expect(new Set(columns)).toEqual(new Set([3]));
    const other = [mailLine(1), mailLine(2, { variantExternalId: '100103', variantTitle: 'Basalt / L' })];
    const mixed = placedMail(mailFacts({ lines: other, pictures: new Map([['100102', picture]]) })).html;
    expect(mixed).toContain('<td class="picture"></td><th scope="row">1 × <bdi>Aurora Jacket</bdi>');
  });
});
