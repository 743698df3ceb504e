import { mailtoLink } from '../../protocol/wire/mailto.ts';
import type { Seller } from '../../protocol/wire/seller.ts';

type Texts = (
  key: 'sold_by' | 'terms' | 'withdrawal' | 'privacy' | 'new_tab',
  values?: Record<string, string>,
) => string;
type Props = { t: Texts; store: Seller };

/** Who sells, how to reach them, and their legal pages. */
export function SellerNote({ t, store }: Props) {
  const { legalName, legalAddress, contactEmail, contactPhone } = store;
  return (
    <footer class="seller">
      <p>{t('sold_by', { seller: legalName, address: legalAddress.replace(/\s*\n\s*/g, ', ') })}</p>
      <p>
        <a href={mailtoLink(contactEmail)}>{contactEmail}</a>
        {contactPhone && ' · '}
        <bdi dir="ltr">{contactPhone}</bdi>
      </p>
      <LegalLinks t={t} store={store} />
    </footer>
  );
}

export function LegalLinks({ t, store }: Props) {
  const links = [
    { href: store.termsUrl, text: t('terms') },
    { href: store.withdrawalUrl, text: t('withdrawal') },
    { href: store.privacyUrl, text: t('privacy') },
  ];
  return (
    <p class="legal-links">
      {links.map(
        ({ href, text }) =>
          href !== null && (
            <a key={text} href={href} target="_blank" rel="noopener noreferrer">
              {text}
              <span class="visually-hidden"> {t('new_tab')}</span>
            </a>
          ),
      )}
    </p>
  );
}
