import { expect, test } from 'vitest';
import { canonicalDeclaration } from './withdrawal-evidence.ts';

const declared = {
  reference: 'PO-1',
  name: 'Zoë',
  items: '1 × "Moss"\n2 × Lichen',
  email: 'zoe@mail.example',
  postalCode: '',
  locale: 'de',
  id: '0191e4c0-0000-7000-8000-000000000001',
  declaredAt: new Date('2026-06-01T21:30:05.120Z'),
  proven: true,
  lineIds: ['b', 'a'],
};

test('a declaration is one text, whatever the order of its fields', () => {
  expect(canonicalDeclaration(declared)).toBe(
    '{"declared_at":"2026-06-01T21:30:05.120Z","email":"zoe@mail.example","id":"0191e4c0-0000-7000-8000-000000000001",' +
      '"items":"1 × \\"Moss\\"\\n2 × Lichen","line_ids":["a","b"],"locale":"de","name":"Zoë","postal_code":"","proven":true,"reference":"PO-1"}',
  );
  const reversed = Object.fromEntries(Object.entries(declared).reverse()) as typeof declared;
  expect(canonicalDeclaration(reversed)).toBe(canonicalDeclaration(declared));
});

test.each(['name', 'email', 'reference', 'postalCode', 'items', 'locale', 'id'] as const)(
  '%s is part of it',
  (field) => {
    expect(canonicalDeclaration({ ...declared, [field]: 'other' })).not.toBe(canonicalDeclaration(declared));
  },
);
