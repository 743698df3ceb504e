import type { Static } from 'typebox';
import { Type } from '../../../platform/type.ts';
import type { Operation, WriteOperation } from './operation.ts';
import { orNull } from './shapes.ts';

const TEXT_LENGTH_MAX = 10_000;
const words = (description: string) => Type.String({ maxLength: TEXT_LENGTH_MAX, description });

const party = (description: string) =>
  orNull(
    Type.Object(
      {
        name: words('One line.'),
        address: words('The postal address, in lines.'),
        contact: words('An e-mail address, or a web address.'),
      },
      { additionalProperties: false },
    ),
    description,
  );

const ENTRY = {
  maker: party('Who made the product.'),
  responsible_person: party('Who answers for it in the EU. Null where the maker is there.'),
  warnings: Type.Record(Type.String(), words('A text.'), {
    description: 'Warnings and safety information, by language: `de`.',
  }),
};

const SafetyBody = Type.Object(ENTRY, {
  additionalProperties: false,
  examples: [
    {
      maker: { name: 'Aurora AB', address: 'Storgatan 1\n111 22 Stockholm\nSweden', contact: 'safety@aurora.example' },
      responsible_person: null,
      warnings: { en: 'Not for children under 3 years: small parts.' },
    },
  ],
});
const Entry = Type.Object(ENTRY);
export type SafetyEntry = Static<typeof Entry>;

export const AdminSafety = Type.Object(
  {
    product: Type.Object({ id: Type.String(), product_code: Type.String() }),
    shown: orNull(
      Type.Enum(['hand', 'catalogue'], { type: 'string' }),
      'Which of the two shoppers read: what a person typed goes before what the catalogue says. Null: neither.',
    ),
    names_maker: Type.Boolean({ description: 'Shoppers read the name, the address and a contact of the maker.' }),
    hand: orNull(Entry, 'What a person typed.'),
    catalogue: orNull(Entry, 'What the platform or a file says.'),
  },
  { $id: 'AdminSafety' },
);
export type AdminSafety = Static<typeof AdminSafety>;

const ofProduct = {
  params: Type.Object({ product_id: Type.String({ minLength: 1, maxLength: 300 }) }),
  answer: AdminSafety,
  answered: 'What is known of its safety.',
  refusals: { 404: '`product_not_found`' },
};

export const getProductSafety = {
  id: 'getProductSafety',
  route: 'GET /products/:product_id/safety',
  scope: 'catalog:read',
  summary: 'Who made a product, who answers for it in the EU, and its warnings',
  ...ofProduct,
} satisfies Operation;

export const setProductSafety = {
  id: 'setProductSafety',
  route: 'PUT /products/:product_id/safety',
  scope: 'catalog:write',
  summary: 'Set what shoppers read of the safety of a product, in place of what the catalogue says',
  description:
    'It replaces all that was typed before. With nulls and no warnings it is removed, and shoppers read what the catalogue says.',
  ...ofProduct,
  body: SafetyBody,
  action: 'product.safety',
} satisfies WriteOperation;
