import type { Static } from 'typebox';
import { FONT_BYTES_MAX, LOGO_BYTES_MAX } from '../../../domain/brand.ts';
import { Type } from '../../../platform/type.ts';
import type { Operation, WriteOperation } from './operation.ts';
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

const writes = { scope: 'store:write', answer: AdminBrand, answered: 'The look.' } as const;

export const getBrand = {
  id: 'getBrand',
  route: 'GET /store/brand',
  scope: 'store:read',
  summary: 'The look of your pages and mails, and who the mails are from',
  answer: AdminBrand,
  answered: 'The look.',
} satisfies Operation;

export const updateBrand = {
  id: 'updateBrand',
  route: 'PATCH /store/brand',
  action: 'brand.update',
  summary: 'Change the given parts of the look; null gives a part up',
  description: 'A colour in which something could not be read is refused.',
  body: BrandChange,
  ...writes,
} satisfies WriteOperation;

export const setLogo = {
  id: 'setLogo',
  route: 'PUT /store/brand/logo',
  action: 'brand.set_logo',
  summary: `Set the logo: the file itself is the body, of at most ${LOGO_BYTES_MAX / 1024} KiB`,
  ...writes,
} satisfies WriteOperation;

export const removeLogo = {
  id: 'removeLogo',
  route: 'DELETE /store/brand/logo',
  action: 'brand.remove_logo',
  summary: 'Give the logo up',
  ...writes,
} satisfies WriteOperation;

export const setFont = {
  id: 'setFont',
  route: 'PUT /store/brand/font',
  action: 'brand.set_font',
  summary: `Set the font: the file itself is the body, of at most ${FONT_BYTES_MAX / 1024} KiB`,
  ...writes,
} satisfies WriteOperation;

export const removeFont = {
  id: 'removeFont',
  route: 'DELETE /store/brand/font',
  action: 'brand.remove_font',
  summary: 'Give the font up',
  ...writes,
} satisfies WriteOperation;
