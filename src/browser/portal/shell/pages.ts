import type { Store } from '../requests/session.ts';
import { t } from '../texts.ts';
import type { GlyphName } from '../ui/glyph.tsx';

export type NavPage = { path: string; text: string; glyph: GlyphName };

/** Returns the pages of a store that the person may see, in the order of the navigation. */
export function pagesOf({ scopes, mode }: Store): NavPage[] {
  const pages: (NavPage & { scope: string })[] = [
    { path: '', text: t('nav.home'), glyph: 'home', scope: 'store:read' },
    { path: '/waitlists', text: t('nav.waitlists'), glyph: 'tag', scope: 'waitlists:read' },
    { path: '/preorders', text: t('nav.preorders'), glyph: 'receipt', scope: 'preorders:read' },
    { path: '/customers', text: t('nav.customers'), glyph: 'account', scope: 'preorders:personal' },
    { path: '/sending', text: t('nav.sending'), glyph: 'send', scope: 'preorders:read' },
    { path: '/withdrawals', text: t('nav.withdrawals'), glyph: 'undo', scope: 'preorders:read' },
    { path: '/deliveries', text: t('nav.deliveries'), glyph: 'truck', scope: 'waitlists:read' },
    { path: '/payments', text: t('nav.payments'), glyph: 'card', scope: 'payments:read' },
    { path: '/mails', text: t('nav.mails'), glyph: 'mail', scope: 'mails:read' },
    { path: '/reports', text: t('nav.reports'), glyph: 'chart', scope: 'measures:read' },
    { path: '/rehearsals', text: t('nav.rehearsals'), glyph: 'play', scope: 'waitlists:read' },
    ...(mode === 'test'
      ? [{ path: '/clock', text: t('nav.clock'), glyph: 'clock' as const, scope: 'store:read' }]
      : []),
    { path: '/products', text: t('nav.products'), glyph: 'box', scope: 'catalog:read' },
    { path: '/discounts', text: t('nav.discounts'), glyph: 'percent', scope: 'discounts:read' },
    { path: '/brand', text: t('nav.brand'), glyph: 'brush', scope: 'store:read' },
    { path: '/settings', text: t('nav.settings'), glyph: 'settings', scope: 'store:read' },
  ];
  return pages.filter(({ scope }) => scopes.includes(scope));
}
