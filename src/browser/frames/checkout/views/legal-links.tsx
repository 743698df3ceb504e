import type { Context } from '../state.ts';

export function LegalLinks({ context: { t, offer } }: { context: Context }) {
  const links = [
    { href: offer.store.termsUrl, text: t('terms') },
    { href: offer.store.privacyUrl, text: t('privacy') },
  ];
  return (
    <p class="legal-links">
      {links.map(({ href, text }) => (
        <a key={text} href={href} target="_blank" rel="noopener noreferrer">
          {text}
          <span class="visually-hidden"> {t('new_tab')}</span>
        </a>
      ))}
    </p>
  );
}
