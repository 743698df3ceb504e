import type { Brand, Store } from '../../core/stores/queries.ts';
import type { AdminBrand } from '../../protocol/schema/admin-api/brand.ts';
import { assetPath } from '../brand.ts';

/** The look of a store, and who its mails are from. Null where it has nothing of its own. */
export function brandJson(store: Pick<Store, 'brand' | 'publicKey'>, baseUrl: string): AdminBrand {
  const { accent, ground, groundDark, radius, logo, font, senderName, replyTo } = store.brand ?? NONE;
  const url = (asset: NonNullable<Brand['logo'] | Brand['font']>) => baseUrl + assetPath(store, asset);
  return {
    accent,
    ground,
    ground_dark: groundDark,
    radius,
    logo: logo && { url: url(logo), type: logo.type, width: logo.width, height: logo.height },
    font: font && { url: url(font), type: font.type, weight_min: font.weightMin, weight_max: font.weightMax },
    sender_name: senderName,
    reply_to: replyTo,
  };
}

const NONE: Brand = {
  accent: null,
  ground: null,
  groundDark: null,
  radius: null,
  logo: null,
  font: null,
  senderName: null,
  replyTo: null,
};
