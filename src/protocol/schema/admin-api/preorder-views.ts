import type { Static } from 'typebox';
import { Type } from '../../../platform/type.ts';
import type { Operation, WriteOperation } from './operation.ts';
import { id, text } from './shapes.ts';

const filter = (description: string) => Type.Optional(Type.String({ minLength: 1, maxLength: 300, description }));

const Filters = Type.Object(
  {
    state: filter('As `state` of the list.'),
    days: filter('Placed in so many days up to today.'),
    from: filter('The first day.'),
    until: filter('The last day.'),
    product: filter("The platform's id."),
    variant: filter("The platform's id."),
    waitlist: filter('Its id.'),
    batch: filter('The id of a delivery.'),
    country: filter('Such as `DE`.'),
    plan: filter('As `payment_plan` of the list.'),
    sort: filter('As `sort` of the list.'),
  },
  {
    additionalProperties: false,
    description: 'As in the address of the portal. What a search is for is not kept: it names people.',
  },
);

/** A list of pre-orders that has a name in the portal, for everybody in the store. */
export const AdminPreorderView = Type.Object(
  { id, name: text('Such as `Late in Germany`.'), filters: Filters },
  { $id: 'AdminPreorderView' },
);
export type AdminPreorderView = Static<typeof AdminPreorderView>;

export const listPreorderViews = {
  id: 'listPreorderViews',
  route: 'GET /preorders/views',
  scope: 'preorders:read',
  summary: 'The saved views of the list of pre-orders, by name',
  answer: Type.Array(AdminPreorderView),
  answered: 'The views.',
} satisfies Operation;

export const createPreorderView = {
  id: 'createPreorderView',
  route: 'POST /preorders/views',
  scope: 'preorders:write',
  action: 'preorder_view.create',
  summary: 'Save a view of the list of pre-orders for everybody in the store',
  body: Type.Object(
    {
      name: Type.String({ minLength: 1, maxLength: 60, description: 'Of no other view.' }),
      filters: Filters,
    },
    {
      additionalProperties: false,
      examples: [{ name: 'Ready in Germany', filters: { state: 'released', country: 'DE' } }],
    },
  ),
  status: 201,
  answer: AdminPreorderView,
  answered: 'The view.',
} satisfies WriteOperation;

export const removePreorderView = {
  id: 'removePreorderView',
  route: 'DELETE /preorders/views/:view_id',
  scope: 'preorders:write',
  action: 'preorder_view.remove',
  summary: 'Remove a saved view, for everybody in the store',
  params: Type.Object({ view_id: Type.String({ minLength: 1, maxLength: 100 }) }),
  answer: Type.Object({ removed: Type.Literal(true) }),
  answered: 'It is removed.',
  refusals: { 404: '`view_not_found`' },
} satisfies WriteOperation;
