import { AdminActivity, AdminToken } from './access.ts';
import { AdminDiscount } from './discounts.ts';
import { AdminFulfilment, AdminPreorder, AdminPreorderDetail } from './preorders.ts';
import { AdminProduct } from './products.ts';
import { AdminStore } from './stores.ts';
import { AdminWaitlist } from './waitlists.ts';

/** The things of the private API that routes refer to by their `$id`. */
export const ADMIN_SCHEMAS = [
  AdminStore,
  AdminProduct,
  AdminWaitlist,
  AdminPreorder,
  AdminFulfilment,
  AdminPreorderDetail,
  AdminDiscount,
  AdminToken,
  AdminActivity,
];
