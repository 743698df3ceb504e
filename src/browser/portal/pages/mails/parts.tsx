import type { ComponentChildren } from 'preact';
import { storePath, useCurrentStore } from '../../requests/where.ts';
import { t, textOf } from '../../texts.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Page } from '../../ui/page.tsx';
import { SubNav } from '../../ui/subnav.tsx';
import type { Mail, MailKind } from './reads.ts';

const TONES: Record<Mail['state'], Tone> = {
  waiting: 'busy',
  sent: 'good',
  over: 'neutral',
  suppressed: 'warn',
  refused: 'bad',
};

export const MAIL_STATES = Object.keys(TONES) as Mail['state'][];

// In the order in which a pre-order has them.
const KINDS: Record<MailKind, true> = {
  placed: true,
  payment_needed: true,
  charged: true,
  date_moved: true,
  date_asked: true,
  released: true,
  sent: true,
  tracking_changed: true,
  return_opened: true,
  returned: true,
  cancelled: true,
  refunded: true,
  cancel_link: true,
  manage_link: true,
  swapped: true,
  address_changed: true,
  contact_changed: true,
  contact_left: true,
  message: true,
  written: true,
};

export const MAIL_KINDS = Object.keys(KINDS) as MailKind[];

export function MailState({ state }: { state: Mail['state'] }) {
  return <Badge tone={TONES[state]}>{t(`mail.state.${state}`)}</Badge>;
}

/** Says what a mail is about, as the page of its words does. A kind that is newer than this page is told by its name. */
export const mailName = (kind: string): string => textOf(`texts.mail.${kind}`) ?? kind.replaceAll('_', ' ');

const PARTS = ['log', 'blocked'] as const;

type MailsFrameProps = { part: (typeof PARTS)[number]; actions?: ComponentChildren; children: ComponentChildren };

/** The frame of the pages about the mails that went out, and the addresses that get none. */
export function MailsFrame({ part, actions, children }: MailsFrameProps) {
  const { slug } = useCurrentStore();
  return (
    <Page title={t('nav.mails')} part={t(`mails.${part}`)} intro={t(`mails.${part}.intro`)} actions={actions}>
      <SubNav
        label={t('nav.mails')}
        pages={PARTS.map((one) => ({
          href: storePath(slug, one === 'log' ? '/mails' : '/mails/blocked'),
          text: t(`mails.${one}`),
          here: one === part,
        }))}
      />
      {children}
    </Page>
  );
}
