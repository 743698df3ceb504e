import { expect, test } from 'vitest';
import { type ProductPageFacts, productPage } from './product-page.ts';

const FACTS: ProductPageFacts = {
  baseUrl: 'http://127.0.0.1:4000',
  store: { publicKey: '5b1f3f7e-0000-4000-8000-000000000001', locale: 'en' },
  product: { externalId: '1001', title: 'Aurora Jacket', optionNames: ['Size', 'Colour'] },
  variants: [
    { externalId: '100101', title: 'Small / Red' },
    { externalId: '100102', title: 'Small / Blue' },
  ],
};

test('a product without options gets no picker', () => {
  const page = productPage({ ...FACTS, variants: [{ externalId: '100101', title: '' }] });
  expect(page).not.toMatch(/<select|update|100101/);
  expect(page).toContain("const productId = '1001';");
});

test('the picker has the names of the options, and of each variant its id', () => {
  const page = productPage(FACTS);
  expect(page).toMatch(/<label>\s+Size \/ Colour\s+<select id="variant">\s+<option value="">Choose<\/option>/);
  expect([...page.matchAll(/value="(\d+)">([^<]+)</g)].map(([, id, title]) => [id, title])).toEqual([
    ['100101', 'Small / Red'],
    ['100102', 'Small / Blue'],
  ]);
});

test('the page is in the language of the store', () => {
  expect(productPage({ ...FACTS, store: { ...FACTS.store, locale: 'de-AT' } })).toMatch(
    /<html lang="de-AT">.*Bitte wählen/s,
  );
  expect(productPage({ ...FACTS, store: { ...FACTS.store, locale: 'ar' } })).toContain('<html lang="ar" dir="rtl">');
});

test('titles and ids of any characters stay text', () => {
  const title = '</title><script>alert("1")</script>\u001b[31m';
  const externalId = `'</script><!--"\u2028\\`;
  const page = productPage({
    ...FACTS,
    product: { externalId, title, optionNames: [title] },
    variants: [{ externalId, title }],
  });
  expect(page.match(/<script/g)).toHaveLength(2);
  expect(page.match(/<\/script>/g)).toHaveLength(2);
  expect(page).not.toContain('\u001b');
  const text = /const productId = ('[^\n]*');/.exec(page)?.[1] ?? '';
  expect(new Function(`return ${text}`)()).toBe(externalId);
});
