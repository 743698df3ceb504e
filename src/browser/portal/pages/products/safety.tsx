import { useState } from 'preact/hooks';
import type { Schemas } from '../../../../../packages/admin-client/src/index.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { keyOf, useStoreSettings } from '../../requests/reads.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { changed, useData } from '../../requests/use-data.ts';
import { useForm } from '../../requests/use-form.ts';
import { useScopes } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { Choice, TextArea } from '../../ui/choices.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Input } from '../../ui/form.tsx';
import { FormWindow } from '../../ui/form-window.tsx';
import { LANGUAGES, languageName } from '../../ui/languages.ts';
import { Shown } from '../../ui/loaded.tsx';
import { Card } from '../../ui/page.tsx';

type Safety = Schemas['AdminSafety'];
type Entry = NonNullable<Safety['hand']>;
type Party = NonNullable<Entry['maker']>;

const NOTHING: Entry = { maker: null, responsible_person: null, warnings: {} };
const entryOf = ({ hand, catalogue }: Safety): Entry => hand ?? catalogue ?? NOTHING;

async function readSafety(product: string): Promise<Safety> {
  const params = { path: { product_id: product } };
  return bodyOf(await api.GET('/admin/api/v1/products/{product_id}/safety', { params })).data;
}

/** What shoppers must read of the safety of a product: the maker, who answers for it in the EU, and warnings. */
export function SafetyCard({ product }: { product: string }) {
  const loaded = useData(keyOf(`products/${product}/safety`), () => readSafety(product));
  return (
    <Card title={t('safety.title')} hint={t('safety.text')}>
      <Shown of={loaded}>{(safety) => <Details safety={safety} />}</Shown>
    </Card>
  );
}

function Details({ safety }: { safety: Safety }) {
  const [changing, setChanging] = useState(false);
  const mayWrite = useScopes()('catalog:write');
  const { maker, responsible_person: responsible, warnings } = entryOf(safety);
  return (
    <>
      {!safety.names_maker && (
        <Notice kind="warning" title={t('safety.missing')}>
          <p>{t('safety.missing.text')}</p>
        </Notice>
      )}
      <Facts
        facts={[
          [t('safety.maker'), <PartyText key="maker" party={maker} />],
          [t('safety.responsible'), <PartyText key="responsible" party={responsible} />],
          ...Object.entries(warnings).map(
            ([language, text]) => [t('safety.warnings_in', { language: languageName(language) }), text] as const,
          ),
          [t('safety.said_by'), safety.shown === null ? '–' : t(`safety.said_by.${safety.shown}`)],
        ]}
      />
      {mayWrite && (
        <Button kind="secondary" onPress={() => setChanging(true)}>
          {t('safety.change')}
        </Button>
      )}
      {changing && <ChangeSafety safety={safety} onClose={() => setChanging(false)} />}
    </>
  );
}

const PartyText = ({ party }: { party: Party | null }) => (
  <span class="lines">{party ? [party.name, party.address, party.contact].filter(Boolean).join('\n') : '–'}</span>
);

const PARTIES = ['maker', 'responsible_person'] as const;
const PARTS = ['name', 'address', 'contact'] as const;
type Field = `${(typeof PARTIES)[number]}.${(typeof PARTS)[number]}` | `warnings.${string}`;
type Typed = Record<Field, string>;

function typedOf(safety: Safety, languages: readonly string[]): Typed {
  const entry = entryOf(safety);
  return Object.fromEntries([
    ...PARTIES.flatMap((who) => PARTS.map((part) => [`${who}.${part}`, entry[who]?.[part] ?? ''])),
    ...languages.map((language) => [`warnings.${language}`, entry.warnings[language] ?? '']),
  ]);
}

function bodyFrom(typed: Typed, languages: readonly string[]): Entry {
  const party = (who: (typeof PARTIES)[number]) => {
    const [name = '', address = '', contact = ''] = PARTS.map((part) => typed[`${who}.${part}`].trim());
    return name || address || contact ? { name, address, contact } : null;
  };
  const warnings = languages.map((language) => [language, typed[`warnings.${language}`]?.trim() ?? ''] as const);
  return {
    maker: party('maker'),
    responsible_person: party('responsible_person'),
    warnings: Object.fromEntries(warnings.filter(([, text]) => text !== '')),
  };
}

/**
 * Sets what shoppers read, in place of what the catalogue says. Warnings are asked for in the store's language, English, those there are and
 * those that the merchant adds.
 */
function ChangeSafety({ safety, onClose }: { safety: Safety; onClose: () => void }) {
  const { data: store } = useStoreSettings();
  const own = (store?.locale ?? 'en').slice(0, 2).toLowerCase();
  const [added, setAdded] = useState<readonly string[]>([]);
  const languages = [...new Set([own, 'en', ...Object.keys(entryOf(safety).warnings), ...added])];
  const path = { product_id: safety.product.id };
  const form = useForm({
    of: safety,
    values: (read) => typedOf(read, languages),
    read: () => readSafety(safety.product.id),
    save: async (typed, { header }) => {
      const params = { path, header } as never; // the client itself makes the key of the write
      const body = bodyFrom(typed, languages);
      bodyOf(await api.PUT('/admin/api/v1/products/{product_id}/safety', { params, body }));
      changed(keyOf('products'));
    },
    said: t('saved'),
    done: onClose,
  });
  return (
    <FormWindow
      title={t('safety.title')}
      text={t('safety.change.text')}
      form={form}
      submit={t('save')}
      onClose={onClose}
      wide
    >
      {PARTIES.map((who) => (
        <fieldset key={who} class="form">
          <legend>{t(who === 'maker' ? 'safety.maker' : 'safety.responsible')}</legend>
          {who === 'responsible_person' && <p class="field__hint">{t('safety.responsible.hint')}</p>}
          <Input {...form.field(`${who}.name`)} label={t('safety.name')} />
          <TextArea {...form.field(`${who}.address`)} label={t('safety.address')} />
          <Input {...form.field(`${who}.contact`)} label={t('safety.contact')} />
        </fieldset>
      ))}
      {languages.map((language) => (
        <TextArea
          key={language}
          {...form.field(`warnings.${language}`)}
          label={t('safety.warnings_in', { language: languageName(language) })}
        />
      ))}
      <AddLanguage
        languages={LANGUAGES.filter((one) => !languages.includes(one))}
        onAdd={(language) => {
          setAdded([...added, language]);
          form.set({ [`warnings.${language}`]: '' });
        }}
      />
    </FormWindow>
  );
}

type AddProps = { languages: readonly string[]; onAdd: (language: string) => void };

/** Adds a field for warnings in a language that has none yet. */
const AddLanguage = ({ languages, onAdd }: AddProps) => (
  <Choice
    id="add-language"
    label={t('safety.add_language')}
    value=""
    options={['', ...languages].map((code) => ({ value: code, text: code && languageName(code) }))}
    onValue={(language) => language !== '' && onAdd(language)}
  />
);
