import type { ComponentChildren } from 'preact';
import { storePath, useCurrentStore } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { Page } from '../../ui/page.tsx';
import { SubNav } from '../../ui/subnav.tsx';

const PARTS = ['look', 'mails', 'button', 'legal'] as const;

export type BrandPart = (typeof PARTS)[number];

const pathOf = (part: BrandPart) => (part === 'look' ? '/brand' : `/brand/${part}`);

/** The frame of the pages about the look and the words of a store. */
export function BrandPage({ part, children }: { part: BrandPart; children: ComponentChildren }) {
  const { slug } = useCurrentStore();
  return (
    <Page title={t('nav.brand')} part={t(`brand.${part}`)} intro={t(`brand.${part}.intro`)}>
      <SubNav
        label={t('nav.brand')}
        pages={PARTS.map((one) => ({
          href: storePath(slug, pathOf(one)),
          text: t(`brand.${one}`),
          here: one === part,
        }))}
      />
      {children}
    </Page>
  );
}
