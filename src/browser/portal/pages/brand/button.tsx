import { useState } from 'preact/hooks';
import { Button } from '../../../ui/button.tsx';
import type { Text } from '../../requests/kinds.ts';
import { keyOf, useStoreSettings, useTexts } from '../../requests/reads.ts';
import { useSending } from '../../requests/send.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { setData } from '../../requests/use-data.ts';
import { useScopes } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { Form } from '../../ui/form.tsx';
import { FaultNotice, Shown } from '../../ui/loaded.tsx';
import { Card } from '../../ui/page.tsx';
import { say } from '../../ui/toasts.tsx';
import { LanguageChoice, useTextLanguage } from './language.tsx';
import { changedTexts, numbered, OwnText, typedTexts } from './own-text.tsx';
import { BrandPage } from './parts.tsx';
import { StyleEditor } from './style-editor.tsx';

/** The words of the button, and the style that the merchant's page gives it. */
export function ButtonPage() {
  const settings = useStoreSettings();
  return (
    <BrandPage part="button">
      <Shown of={settings}>{(store) => <Words ofStore={store.locale} publicKey={store.public_key} />}</Shown>
    </BrandPage>
  );
}

// Ready answers of the service are dropped a moment after the change is saved.
const DROPPED_MS = 500;

function Words({ ofStore, publicKey }: { ofStore: string; publicKey: string }) {
  const language = useTextLanguage(ofStore);
  const texts = useTexts(language);
  const [saves, setSaves] = useState(0);
  return (
    <>
      <Shown of={texts}>
        {(all) => (
          <WordsForm
            key={language}
            language={language}
            texts={all.filter(({ group }) => group === 'button')}
            onSaved={() => setTimeout(() => setSaves((count) => count + 1), DROPPED_MS)}
          />
        )}
      </Shown>
      {/* The frames are loaded again once their words are others. */}
      <StyleEditor key={`${language} ${saves}`} publicKey={publicKey} language={language} />
    </>
  );
}

function WordsForm({ language, texts, onSaved }: { language: string; texts: Text[]; onSaved: () => void }) {
  const mayWrite = useScopes()('store:write');
  const [typed, setTyped] = useState(() => typedTexts(texts));
  const sending = useSending();
  const save = async () => {
    const request = { params: { path: { language } }, body: { texts: changedTexts(typed, texts) } };
    const done = await sending.send(async () => {
      const { data } = bodyOf(await api.PATCH('/admin/api/v1/texts/{language}', request));
      setData(keyOf(`texts/${language}`), data.texts);
      const saved = typedTexts(data.texts.filter(({ group }) => group === 'button'));
      // Who has typed on meanwhile keeps that.
      setTyped((now) => (now === typed ? saved : now));
    });
    if (!done) return;
    say(t('saved'));
    onSaved();
  };
  const { fault } = sending;
  return (
    <Card title={t('texts.button')} hint={t('texts.button.hint')}>
      <Form onSubmit={save}>
        <LanguageChoice value={language} />
        {fault && !texts.some(({ key }) => fault.param === `texts.${key}`) && <FaultNotice fault={fault} />}
        <fieldset class="words" disabled={!mayWrite} aria-label={t('texts.button')}>
          {numbered(texts).map(({ text }) => (
            <OwnText
              key={text.key}
              text={text}
              number={0}
              value={typed[text.key] ?? ''}
              fault={fault}
              onValue={(value) => setTyped({ ...typed, [text.key]: value })}
            />
          ))}
        </fieldset>
        {mayWrite && (
          <Button type="submit" busy={sending.busy}>
            {t('save')}
          </Button>
        )}
      </Form>
    </Card>
  );
}
