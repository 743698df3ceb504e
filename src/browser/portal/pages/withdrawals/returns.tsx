import { useState } from 'preact/hooks';
import { Button } from '../../../ui/button.tsx';
import { useScopes } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Facts } from '../../ui/facts.tsx';
import { day, money } from '../../ui/format.ts';
import { Card } from '../../ui/page.tsx';
import type { Withdrawal } from './reads.ts';
import { OpenReturnWindow, ReceiveWindow, TrackWindow } from './return-acts.tsx';

type Goods = Withdrawal['returns'][number];
type PartProps = { withdrawal: Withdrawal; at: (time: string) => string };

const TONES: Record<Goods['state'], Tone> = {
  open: 'warn',
  sent: 'warn',
  received: 'good',
  refunded: 'good',
  closed: 'neutral',
};

/** What comes back of what was sent, and the acts on it. */
export function Returns({ withdrawal, at }: PartProps) {
  const may = useScopes()('preorders:write');
  const { state, preorder, returns } = withdrawal;
  const goesOn = returns.some(({ ended_at: ended }) => ended === null);
  if (returns.length === 0 && (state !== 'declared' || !preorder)) return null;
  return (
    <>
      {returns.map((goods) => (
        <ReturnCard key={goods.id} withdrawal={withdrawal} goods={goods} at={at} />
      ))}
      {may && !goesOn && state === 'declared' && <OpenCard withdrawal={withdrawal} />}
    </>
  );
}

function ReturnCard({ withdrawal, goods, at }: PartProps & { goods: Goods }) {
  const { state, currency, ended_at: ended } = goods;
  return (
    <Card
      title={t('returns.title')}
      actions={<Badge tone={TONES[state]}>{t(`returns.state.${state}`)}</Badge>}
      hint={
        ended === null &&
        t(goods.refund_at ? 'returns.refund_at' : 'returns.no_proof', { at: at(goods.refund_at ?? goods.opened_at) })
      }
    >
      <Facts
        facts={[
          [t('returns.lines'), goods.lines.map(({ line }) => line).join(', ')],
          ...(ended === null
            ? [[t('returns.send_by'), day(goods.send_by)] as const]
            : [[t('returns.ended'), at(ended)] as const]),
          [t('returns.address'), <span class="words">{goods.address}</span>],
          ...(goods.tracking || goods.link ? [[t('returns.tracking'), <Parcel goods={goods} />] as const] : []),
          ...(ended === null ? [] : [[t('returns.given_back'), money(goods.given_back, currency)] as const]),
          ...(goods.reason ? [[t('returns.receive.reason'), goods.reason] as const] : []),
        ]}
      />
      <ReturnActs withdrawal={withdrawal} goods={goods} />
    </Card>
  );
}

function Parcel({ goods: { carrier, tracking, link } }: { goods: Goods }) {
  const name = `${carrier ?? ''} ${tracking ?? ''}`.trim() || link;
  return link ? (
    <a href={link} target="_blank" rel="noreferrer">
      {name}
    </a>
  ) : (
    name
  );
}

function ReturnActs({ withdrawal, goods }: { withdrawal: Withdrawal; goods: Goods }) {
  const { state } = goods;
  const may = useScopes()('preorders:write');
  const [act, setAct] = useState<'receive' | 'track'>();
  const close = () => setAct(undefined);
  const goesOn = state === 'open' || state === 'sent';
  if (!may || !(goesOn || state === 'refunded')) return null;
  return (
    <div class="buttons">
      <Button onPress={() => setAct('receive')}>{t('returns.receive')}</Button>
      {goesOn && (
        <Button kind="secondary" onPress={() => setAct('track')}>
          {t('returns.track')}
        </Button>
      )}
      {act === 'receive' && <ReceiveWindow withdrawal={withdrawal} goods={goods} onClose={close} />}
      {act === 'track' && <TrackWindow withdrawal={withdrawal} goods={goods} onClose={close} />}
    </div>
  );
}

function OpenCard({ withdrawal }: { withdrawal: Withdrawal }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Card title={t('returns.open')} hint={t('returns.open.hint')}>
      <Button kind="secondary" onPress={() => setOpen(true)}>
        {t('returns.open')}
      </Button>
      {isOpen && <OpenReturnWindow withdrawal={withdrawal} onClose={() => setOpen(false)} />}
    </Card>
  );
}
