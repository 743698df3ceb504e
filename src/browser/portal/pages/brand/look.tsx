import { type Dispatch, type StateUpdater, useState } from 'preact/hooks';
import { type Palette, RADIUS_MAX } from '../../../../domain/brand.ts';
import { BLACK } from '../../../../domain/colour.ts';
import { Button } from '../../../ui/button.tsx';
import type { Brand } from '../../requests/kinds.ts';
import { keyOf, useBrand, usePalette } from '../../requests/reads.ts';
import { useSending } from '../../requests/send.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { setData } from '../../requests/use-data.ts';
import { storePath, useCurrentStore, useScopes } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { Facts } from '../../ui/facts.tsx';
import { Form, Input } from '../../ui/form.tsx';
import { FaultNotice, Shown } from '../../ui/loaded.tsx';
import { Card } from '../../ui/page.tsx';
import { say } from '../../ui/toasts.tsx';
import { ColourField } from './colour.tsx';
import { Files } from './files.tsx';
import { COLOURS, flawsOf, type Typed, tokensOf, typedOf } from './flaws.ts';
import { BrandPage } from './parts.tsx';
import { LookPreview } from './preview.tsx';
import { Sender } from './sender.tsx';

/** The look of the store: colours, corners, logo and font, beside a checkout that has it at once. */
export function LookPage() {
  const brand = useBrand();
  const palette = usePalette();
  return (
    <BrandPage part="look">
      <Shown of={brand}>
        {(known) => <Shown of={palette}>{(colours) => <Look brand={known} palette={colours} />}</Shown>}
      </Shown>
    </BrandPage>
  );
}

function Look({ brand, palette }: { brand: Brand; palette: Palette }) {
  const mayWrite = useScopes()('store:write');
  const { slug } = useCurrentStore();
  const [typed, setTyped] = useState(() => typedOf(brand));
  return (
    <div class="look">
      {mayWrite ? (
        <Colours brand={brand} palette={palette} typed={typed} onTyped={setTyped} />
      ) : (
        <Card title={t('look.colours')}>
          <Facts facts={COLOURS.map((name) => [t(`look.${name}`), brand[name] ?? t('look.ours')] as const)} />
        </Card>
      )}
      <div class="look__preview">
        <LookPreview brand={brand} tokens={tokensOf(typed, palette)} />
      </div>
      <div class="columns__side">
        {mayWrite && (
          <>
            <Files brand={brand} />
            <Sender brand={brand} />
          </>
        )}
        <Card title={t('settings.legal')} hint={t('look.legal.text')}>
          <a href={storePath(slug, '/settings')}>{t('look.legal.link')}</a>
        </Card>
      </div>
    </div>
  );
}

type ColoursProps = { brand: Brand; palette: Palette; typed: Typed; onTyped: Dispatch<StateUpdater<Typed>> };

const OURS = {
  accent: ['--action', 'light'],
  ground: ['--surface', 'light'],
  ground_dark: ['--surface', 'dark'],
} as const;

function Colours({ brand, palette, typed, onTyped }: ColoursProps) {
  const sending = useSending();
  const flaws = flawsOf(typed, palette);
  const saved = typedOf(brand);
  const save = async () => {
    const [unreadable] = Object.keys(flaws);
    if (unreadable !== undefined) return document.getElementById(unreadable)?.focus();
    const done = await sending.send(async () => {
      const { radius, ...colours } = typed;
      const given = Object.fromEntries(Object.entries(colours).map(([name, value]) => [name, value.trim() || null]));
      const body = { ...given, radius: radius === '' ? null : Number(radius) };
      const { data } = bodyOf(await api.PATCH('/admin/api/v1/store/brand', { body }));
      setData(keyOf('brand'), data);
      // Who has typed on meanwhile keeps that.
      onTyped((now) => (now === typed ? typedOf(data) : now));
    });
    if (done) say(t('saved'));
  };
  const { fault } = sending;
  return (
    <Card title={t('look.colours')} hint={t('look.colours.hint')}>
      <Form onSubmit={save}>
        {fault && !(fault.param && fault.param in typed) && <FaultNotice fault={fault} />}
        {COLOURS.map((name) => (
          <ColourField
            key={name}
            name={name}
            value={typed[name]}
            ours={palette.get(OURS[name][0])?.[OURS[name][1]] ?? BLACK}
            flaw={flaws[name]}
            fault={fault}
            onValue={(value) => onTyped({ ...typed, [name]: value })}
          />
        ))}
        <Input
          id="radius"
          type="number"
          inputMode="numeric"
          label={t('look.radius')}
          hint={t('look.radius.hint', { max: RADIUS_MAX })}
          min={0}
          value={typed.radius}
          fault={fault}
          onValue={(radius) => onTyped({ ...typed, radius })}
        />
        <div class="form__acts">
          <Button type="submit" busy={sending.busy}>
            {t('save')}
          </Button>
          {JSON.stringify(typed) !== JSON.stringify(saved) && (
            <Button kind="secondary" onPress={() => onTyped(saved)}>
              {t('discard')}
            </Button>
          )}
          {Object.values(typed).some((value) => value !== '') && (
            <Button kind="secondary" onPress={() => onTyped({ accent: '', ground: '', ground_dark: '', radius: '' })}>
              {t('to_default')}
            </Button>
          )}
        </div>
      </Form>
    </Card>
  );
}
