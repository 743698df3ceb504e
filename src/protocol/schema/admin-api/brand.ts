import Type, { type Static } from 'typebox';
import { orNull } from './shapes.ts';

const colour = (description: string) => orNull(Type.String(), description);

export const AdminBrand = Type.Object(
  {
    accent: colour('Of buttons and links: `#` and six hexadecimal digits. Null: ours.'),
    ground: colour('Of the page. Null: ours.'),
    ground_dark: colour('Of the page on a dark screen. Null: ours.'),
    radius: orNull(Type.Integer(), 'Of corners, in pixels. Null: ours.'),
    logo: orNull(
      Type.Object({ url: Type.String(), type: Type.String(), width: Type.Integer(), height: Type.Integer() }),
      'Null: none.',
    ),
    font: orNull(
      Type.Object({
        url: Type.String(),
        type: Type.String(),
        weight_min: Type.Integer(),
        weight_max: Type.Integer(),
      }),
      'Null: that of the system.',
    ),
    sender_name: orNull(Type.String(), 'The name that mails are from. Null: that of the store.'),
    reply_to: orNull(Type.String(), 'Where answers to mails go. Null: the contact of the store.'),
  },
  { $id: 'AdminBrand' },
);
export type AdminBrand = Static<typeof AdminBrand>;

const { accent, ground, ground_dark, radius, sender_name, reply_to } = AdminBrand.properties;

export const BrandChange = Type.Object(
  {
    accent: Type.Optional(accent),
    ground: Type.Optional(ground),
    ground_dark: Type.Optional(ground_dark),
    radius: Type.Optional(radius),
    sender_name: Type.Optional(sender_name),
    reply_to: Type.Optional(reply_to),
  },
  {
    additionalProperties: false,
    examples: [{ radius: 6 }, { sender_name: 'Fjord', reply_to: null }],
  },
);
