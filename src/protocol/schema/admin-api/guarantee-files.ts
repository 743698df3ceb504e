import type { Static } from 'typebox';
import { Type } from '../../../platform/type.ts';
import { orNull } from './shapes.ts';

const file = {
  url: Type.String(),
  type: Type.String(),
  width: Type.Integer({ description: 'In pixels.' }),
  height: Type.Integer({ description: 'In pixels.' }),
};

export const AdminGuaranteeNotices = Type.Object(
  {
    notices: Type.Array(
      Type.Object({
        language: Type.String({ description: 'Of its readers, such as `de`.' }),
        country: orNull(Type.String(), 'ISO 3166-1: for shoppers of this country. Null: for those of all others.'),
        ...file,
      }),
    ),
  },
  { $id: 'AdminGuaranteeNotices' },
);
export type AdminGuaranteeNotices = Static<typeof AdminGuaranteeNotices>;

export const AdminGuaranteeLabel = Type.Object(
  { label: orNull(Type.Object(file), 'Null: none.') },
  { $id: 'AdminGuaranteeLabel' },
);
export type AdminGuaranteeLabel = Static<typeof AdminGuaranteeLabel>;
