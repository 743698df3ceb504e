import { useState } from 'preact/hooks';
import { Button } from '../../../ui/button.tsx';
import type { Text } from '../../requests/kinds.ts';
import { keyOf, useStoreSettings, useTexts } from '../../requests/reads.ts';
import { useSending } from '../../requests/send.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { setData } from '../../requests/use-data.ts';
import { useFilters, useMe, useScopes } from '../../requests/where.ts';
import { type PortalKey, t } from '../../texts.ts';
import { Choice, Form } from '../../ui/form.tsx';
import { FaultNotice, Shown } from '../../ui/loaded.tsx';
import { Card } from '../../ui/page.tsx';
import { say } from '../../ui/toasts.tsx';
import { LanguageChoice, useTextLanguage } from './language.tsx';
import { MailPreview, useMailPreview } from './mail-preview.tsx';
import { changedTexts, numbered, OwnText, typedTexts } from './own-text.tsx';
import { BrandPage } from './parts.tsx';

/** Subject and words of every mail, in every language, beside the mail as shoppers get it. */
export function MailsPage() {
  const settings = useStoreSettings();
  return (
    <BrandPage part="mails">
      <Shown of={settings}>{(store) => <Mails ofStore={store.locale} />}</Shown>
    </BrandPage>
  );
}

const FIRST = 'placed';

function Mails({ ofStore }: { ofStore: string }) {
  const filters = useFilters();
  const language = useTextLanguage(ofStore);
  const texts = useTexts(language);
  const mail = filters.read('mail') || FIRST;
  return (
    <Shown of={texts}>
      {(all) => {
        const kinds = [...new Set(all.map(({ group }) => group))].filter((group) => group !== 'button');
        const chosen = kinds.includes(mail) ? mail : FIRST;
        const changed = (group: string) => all.some((one) => one.group === group && one.text !== null);
        return (
          <>
            <div class="pair">
              <Choice
                id="mail"
                label={t('texts.mail')}
                value={chosen}
                options={kinds.map((value) => {
                  const name = t(`texts.mail.${value}` as PortalKey);
                  return { value, text: changed(value) ? t('texts.mail.changed', { name }) : name };
                })}
                onValue={(value) => filters.write({ mail: value })}
              />
              <LanguageChoice value={language} />
            </div>
            <Editor
              key={`${chosen} ${language}`}
              mail={chosen}
              language={language}
              texts={all.filter(({ group }) => group === chosen)}
            />
          </>
        );
      }}
    </Shown>
  );
}

type EditorProps = { mail: string; language: string; texts: Text[] };

function Editor({ mail, language, texts }: EditorProps) {
  const mayWrite = useScopes()('store:write');
  const [typed, setTyped] = useState(() => typedTexts(texts));
  const sending = useSending();
  const changes = changedTexts(typed, texts);
  const { shown, fault: flaw } = useMailPreview({ mail, language, texts: changes });
  const fault = sending.fault ?? flaw;
  const ofField = texts.some(({ key }) => fault?.param === `texts.${key}`);
  const save = async () => {
    const request = { params: { path: { language } }, body: { texts: changes } };
    const done = await sending.send(async () => {
      const { data } = bodyOf(await api.PATCH('/admin/api/v1/texts/{language}', request));
      setData(keyOf(`texts/${language}`), data.texts);
      const saved = typedTexts(data.texts.filter(({ group }) => group === mail));
      // Who has typed on meanwhile keeps that.
      setTyped((now) => (now === typed ? saved : now));
    });
    if (done) say(t('saved'));
  };
  return (
    <div class="look">
      <Card title={t('texts.words')} hint={t('texts.words.hint')}>
        <Form onSubmit={save}>
          {sending.fault && !ofField && <FaultNotice fault={sending.fault} />}
          <fieldset class="form" disabled={!mayWrite} aria-label={t('texts.words')}>
            {numbered(texts).map(({ text, number }) => (
              <OwnText
                key={text.key}
                text={text}
                number={number}
                value={typed[text.key] ?? ''}
                fault={fault}
                onValue={(value) => {
                  sending.forget();
                  setTyped({ ...typed, [text.key]: value });
                }}
              />
            ))}
          </fieldset>
          {mayWrite && (
            <div class="form__acts">
              <Button type="submit" busy={sending.busy}>
                {t('save')}
              </Button>
              {Object.values(typed).some((value) => value !== '') && (
                <Button kind="secondary" onPress={() => setTyped(typedTexts(texts.map(withoutOwn)))}>
                  {t('to_default')}
                </Button>
              )}
            </div>
          )}
        </Form>
        {mayWrite && <TestMail mail={mail} language={language} unsaved={Object.keys(changes).length > 0} />}
      </Card>
      <MailPreview shown={shown} fault={flaw} />
    </div>
  );
}

const withoutOwn = (text: Text): Text => ({ ...text, text: null });

/** Sends the mail, as it is saved, to the person who is signed in. */
function TestMail({ mail, language, unsaved }: { mail: string; language: string; unsaved: boolean }) {
  const { staff } = useMe();
  const sending = useSending();
  const send = async () => {
    const request = { params: { path: { language } }, body: { mail } };
    const done = await sending.send(async () => {
      bodyOf(await api.POST('/admin/api/v1/texts/{language}/test-mail', request));
    });
    if (done) say(t('texts.test.done', { email: staff.email }));
  };
  return (
    <div class="test-mail">
      <p class="muted">{t(unsaved ? 'texts.test.unsaved' : 'texts.test.text', { email: staff.email })}</p>
      <Button kind="secondary" busy={sending.busy} onPress={() => void send()}>
        {t('texts.test.button')}
      </Button>
      {sending.fault && <FaultNotice fault={sending.fault} />}
    </div>
  );
}
