import type { Logo } from '../../../core/stores/queries.ts';
import { showLogo } from '../../../domain/brand.ts';
import { type Html, html } from '../../../platform/html.ts';
import type { MailFacts } from './facts.ts';

/** The name of the logo among the files of a mail. */
export const LOGO_ID = 'logo@brand';

/** A logo of a type that all mail programs show: Outlook shows no WebP. */
type MailLogo = Logo & { type: Exclude<Logo['type'], 'image/webp'> };

/** Returns the logo if mail programs can show it. */
export function mailLogo({ brand }: Pick<MailFacts['store'], 'brand'>): MailLogo | null {
  const logo = brand?.logo;
  return logo && logo.type !== 'image/webp' ? { ...logo, type: logo.type } : null;
}

/** Returns who the mail is from: the logo, which is a part of the mail, and the name. */
export function mailHead(store: MailFacts['store']): Html {
  const logo = mailLogo(store);
  const shown = logo && showLogo(logo);
  const image =
    shown &&
    html`<img class="logo" src="cid:${LOGO_ID}" width="${shown.width}" height="${shown.height}" alt="${shown.withName ? '' : store.name}"> `;
  return html`<p class="shop">${image}${(shown?.withName ?? true) && html`<bdi>${store.name}</bdi>`}</p>`;
}
