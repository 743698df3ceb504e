import { useState } from 'preact/hooks';
import type { PlacementView, StyledType } from '../../../../protocol/wire/frame-messages.ts';
import { stylePropertiesOf } from '../../../../protocol/wire/style.ts';
import { useWaitlists } from '../../requests/reads.ts';
import { storePath, useCurrentStore } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { Choice } from '../../ui/choices.tsx';
import { CodeBlock } from '../../ui/copy.tsx';
import { Input } from '../../ui/form.tsx';
import { Empty, Shown } from '../../ui/loaded.tsx';
import { Card } from '../../ui/page.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { codeOf, NO_STYLES, partsOf, type StylePart, type Styles, unreadable } from './style-code.ts';
import { StylePreview } from './style-preview.tsx';

/** Tries styles on the real button and price, and prints them for the page of the store. Nothing of it is stored here. */
export function StyleEditor({ publicKey, language }: { publicKey: string; language: string }) {
  const { slug } = useCurrentStore();
  const list = useWaitlists({ state: 'OPEN' });
  return (
    <Shown of={list.first}>
      {() =>
        list.entries.length === 0 ? (
          <Card title={t('style.title')}>
            <Empty title={t('style.none')} actions={<a href={storePath(slug, '/waitlists')}>{t('nav.waitlists')}</a>}>
              <p>{t('style.none.text')}</p>
            </Empty>
          </Card>
        ) : (
          <Editor
            publicKey={publicKey}
            language={language}
            products={list.entries.map(({ product, variants }) => ({
              id: product.id,
              title: product.title,
              variant: variants.find(({ left }) => left > 0)?.id ?? null,
            }))}
          />
        )
      }
    </Shown>
  );
}

type Offered = { id: string; title: string; variant: string | null };
type EditorProps = { publicKey: string; language: string; products: Offered[] };

const TYPES: readonly StyledType[] = ['button', 'price'];

function Editor({ publicKey, language, products }: EditorProps) {
  const [type, setType] = useState<StyledType>('button');
  const [scheme, setScheme] = useState<'light' | 'dark'>('light');
  const [id, setId] = useState(products[0]?.id ?? '');
  const [styles, setStyles] = useState<Record<StyledType, Styles>>({ button: NO_STYLES, price: NO_STYLES });
  const [view, setView] = useState<PlacementView>();
  const product = products.find((one) => one.id === id) ?? products[0];
  if (!product) return null;
  const placed = { type, publicKey, product: product.id, variant: product.variant, language };
  return (
    <div class="look">
      <Card title={t('style.title')} hint={t('style.hint')}>
        <Choice
          id="style-product"
          label={t('column.product')}
          value={product.id}
          options={products.map(({ id: value, title }) => ({ value, text: title }))}
          onValue={setId}
        />
        <Tabs
          label={t('style.placement')}
          value={type}
          options={TYPES.map((value) => ({ value, text: t(`style.${value}`) }))}
          onChoose={(value) => setType(value === 'price' ? 'price' : 'button')}
        />
        <Properties
          key={type}
          type={type}
          styles={styles[type]}
          refused={view?.refused ?? []}
          onStyles={(changed) => setStyles({ ...styles, [type]: changed })}
        />
      </Card>
      <Card
        title={t('preview.title')}
        actions={
          <Tabs
            label={t('preview.scheme')}
            value={scheme}
            options={[
              { value: 'light', text: t('preview.light') },
              { value: 'dark', text: t('preview.dark') },
            ]}
            onChoose={(value) => setScheme(value === 'dark' ? 'dark' : 'light')}
          />
        }
      >
        <StylePreview
          key={`${type} ${scheme} ${product.id}`}
          of={placed}
          styles={styles[type]}
          scheme={scheme}
          onView={setView}
        />
        <CodeBlock text={codeOf(type, product.id, styles[type])} label={t('snippet.code')} />
      </Card>
    </div>
  );
}

type PropertiesProps = {
  type: StyledType;
  styles: Styles;
  refused: PlacementView['refused'];
  onStyles: (styles: Styles) => void;
};

/** The properties of one part of a placement, with a word about each that the frame has refused. */
function Properties({ type, styles, refused, onStyles }: PropertiesProps) {
  const [part, setPart] = useState<StylePart>('style');
  const parts = partsOf(type);
  const flaw = unreadable(styles[part]);
  const set = (name: string, value: string) => onStyles({ ...styles, [part]: { ...styles[part], [name]: value } });
  const faultOf = (name: string) => {
    const isRefused = refused.some(([ofPart, of]) => ofPart === part && of === name);
    const text = isRefused ? t('style.refused') : name === 'color' && flaw ? t('look.unreadable', flaw) : undefined;
    if (text === undefined || (styles[part][name] ?? '') === '') return undefined;
    return { code: 'style', text, param: `style-${name}`, data: undefined, requestId: undefined };
  };
  return (
    <div class="form">
      {parts.length > 1 && (
        <Tabs
          label={t('style.part')}
          value={part}
          options={parts.map((value) => ({ value, text: t(`style.part.${value}`) }))}
          onChoose={(value) => setPart(parts.find((one) => one === value) ?? 'style')}
        />
      )}
      <div class="own-words">
        {stylePropertiesOf(type, part)
          .split(' ')
          .map((name) => (
            <Input
              key={`${part} ${name}`}
              id={`style-${name}`}
              label={name}
              value={styles[part][name] ?? ''}
              placeholder={EXAMPLES[name] ?? ''}
              maxLength={200}
              autoComplete="off"
              fault={faultOf(name)}
              onValue={(value) => set(name, value)}
            />
          ))}
      </div>
      <div role="status">
        {flaw && (
          <button type="button" class="link-button" onClick={() => set('color', flaw.nearest)}>
            {t('look.use', { colour: flaw.nearest })}
          </button>
        )}
      </div>
    </div>
  );
}

const EXAMPLES: Readonly<Record<string, string>> = {
  fontFamily: 'Georgia, serif',
  fontSize: '16px',
  fontWeight: '600',
  color: 'white',
  lineHeight: '1.2',
  letterSpacing: '0.02em',
  textTransform: 'uppercase',
  textDecoration: 'none',
  border: '1px solid black',
  borderRadius: '8px',
  backgroundColor: 'navy',
  textAlign: 'center',
  height: '48px',
  width: '100%',
};
