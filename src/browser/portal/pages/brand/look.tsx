import { type Palette, RADIUS_MAX } from '../../../../domain/brand.ts';
import { BLACK } from '../../../../domain/colour.ts';
import { Button } from '../../../ui/button.tsx';
import type { Brand } from '../../requests/kinds.ts';
import { readBrand, useBrand, usePalette } from '../../requests/reads.ts';
import { type FormModel, useForm } from '../../requests/use-form.ts';
import { storePath, useCurrentStore, useScopes } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { Facts } from '../../ui/facts.tsx';
import { Input } from '../../ui/form.tsx';
import { FormView } from '../../ui/form-view.tsx';
import { Shown } from '../../ui/loaded.tsx';
import { Card } from '../../ui/page.tsx';
import { ColourField, flawText } from './colour.tsx';
import { Files } from './files.tsx';
import { COLOURS, flawsOf, type Typed, tokensOf, typedOf } from './flaws.ts';
import { BrandPage } from './parts.tsx';
import { LookPreview } from './preview.tsx';
import { saveBrand } from './save.ts';
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
  const form = useForm({
    of: brand,
    values: typedOf,
    read: readBrand,
    check: (typed) =>
      Object.fromEntries(Object.entries(flawsOf(typed, palette)).map(([name, flaw]) => [name, flawText(flaw)])),
    save: ({ radius, ...colours }, { header }) => {
      const given = Object.fromEntries(Object.entries(colours).map(([name, value]) => [name, value.trim() || null]));
      return saveBrand({ ...given, radius: radius === '' ? null : Number(radius) }, header);
    },
    said: t('saved'),
  });
  return (
    <div class="look">
      {mayWrite ? (
        <Colours brand={brand} palette={palette} form={form} />
      ) : (
        <Card title={t('look.colours')}>
          <Facts facts={COLOURS.map((name) => [t(`look.${name}`), brand[name] ?? t('look.ours')] as const)} />
        </Card>
      )}
      <div class="look__preview">
        <LookPreview brand={brand} tokens={tokensOf(form.values, palette)} />
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

type ColoursProps = { brand: Brand; palette: Palette; form: FormModel<Typed> };

const OURS = {
  accent: ['--action', 'light'],
  ground: ['--surface', 'light'],
  ground_dark: ['--surface', 'dark'],
} as const;

function Colours({ brand, palette, form }: ColoursProps) {
  const flaws = flawsOf(form.values, palette);
  const hasOwn = Object.values(form.values).some((value) => value !== '');
  const more = (
    <>
      {form.keeps() && (
        <Button kind="secondary" onPress={() => form.set(typedOf(brand))}>
          {t('discard')}
        </Button>
      )}
      {hasOwn && (
        <Button kind="secondary" onPress={() => form.set({ accent: '', ground: '', ground_dark: '', radius: '' })}>
          {t('to_default')}
        </Button>
      )}
    </>
  );
  return (
    <Card title={t('look.colours')} hint={t('look.colours.hint')}>
      <FormView form={form} submit={t('save')} more={more}>
        {COLOURS.map((name) => (
          <ColourField
            key={name}
            {...form.field(name)}
            ours={palette.get(OURS[name][0])?.[OURS[name][1]] ?? BLACK}
            flaw={flaws[name]}
          />
        ))}
        <Input
          {...form.field('radius')}
          type="number"
          label={t('look.radius')}
          hint={t('look.radius.hint', { max: RADIUS_MAX })}
          min={0}
          max={RADIUS_MAX}
        />
      </FormView>
    </Card>
  );
}
