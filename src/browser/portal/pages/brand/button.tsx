import { useState } from 'preact/hooks';
import type { Text } from '../../requests/kinds.ts';
import { useStoreSettings, useTexts } from '../../requests/reads.ts';
import { useScopes } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { FormView } from '../../ui/form-view.tsx';
import { Shown } from '../../ui/loaded.tsx';
import { Card } from '../../ui/page.tsx';
import { LanguageChoice, useTextLanguage } from './language.tsx';
import { idOf, numbered, OwnText, useWordsForm, wordsOf } from './own-text.tsx';
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
            all={all}
            onSaved={() => setTimeout(() => setSaves((count) => count + 1), DROPPED_MS)}
          />
        )}
      </Shown>
      {/* The frames are loaded again once their words are others. */}
      <StyleEditor key={`${language} ${saves}`} publicKey={publicKey} language={language} />
    </>
  );
}

function WordsForm({ language, all, onSaved }: { language: string; all: Text[]; onSaved: () => void }) {
  const mayWrite = useScopes()('store:write');
  const form = useWordsForm({ language, all, group: 'button', onSaved });
  return (
    <Card title={t('texts.button')} hint={t('texts.button.hint')}>
      <FormView form={form} submit={mayWrite && t('save')}>
        <LanguageChoice value={language} />
        <fieldset class="own-words" disabled={!mayWrite} aria-label={t('texts.button')}>
          {numbered(wordsOf(all, 'button')).map(({ text }) => (
            <OwnText key={text.key} text={text} number={0} {...form.field(idOf(text.key))} />
          ))}
        </fieldset>
      </FormView>
    </Card>
  );
}
