import type { ComponentChildren } from 'preact';
import { storePath, useCurrentStore } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { Page } from '../../ui/page.tsx';
import { SubNav } from '../../ui/subnav.tsx';

const PARTS = ['attention', 'comparison', 'books'] as const;

type PaymentsFrameProps = { part: (typeof PARTS)[number]; children: ComponentChildren };

/** The frame of the pages about money that needs somebody, and about whether the books are right. */
export function PaymentsFrame({ part, children }: PaymentsFrameProps) {
  const { slug } = useCurrentStore();
  return (
    <Page title={t('nav.payments')} part={t(`money.${part}`)} intro={t(`money.${part}.intro`)}>
      <SubNav
        label={t('nav.payments')}
        pages={PARTS.map((one) => ({
          href: storePath(slug, one === 'attention' ? '/payments' : `/payments/${one}`),
          text: t(`money.${one}`),
          here: one === part,
        }))}
      />
      {children}
    </Page>
  );
}

/** A link to a pre-order; a dash where the payment led to none. */
export function PreorderLink({ reference }: { reference: string | null }) {
  const { slug } = useCurrentStore();
  if (reference === null) return <span class="muted">{t('money.no_preorder')}</span>;
  return (
    <a class="reference" href={storePath(slug, `/preorders/${reference}`)}>
      {reference}
    </a>
  );
}
