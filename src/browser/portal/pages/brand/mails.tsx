import { Button } from '../../../ui/button.tsx';
import type { Text } from '../../requests/kinds.ts';
import { useStoreSettings, useTexts } from '../../requests/reads.ts';
import { say } from '../../requests/say.ts';
import { useSending } from '../../requests/send.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { useFilters, useMe, useScopes } from '../../requests/where.ts';
import { type PortalKey, t } from '../../texts.ts';
import { Choice } from '../../ui/choices.tsx';
import { FormView } from '../../ui/form-view.tsx';
import { FaultNotice, Shown } from '../../ui/loaded.tsx';
import { Card } from '../../ui/page.tsx';
import { LanguageChoice, useTextLanguage } from './language.tsx';
import { MailPreview, useMailPreview } from './mail-preview.tsx';
import { changedTexts, idOf, numbered, OwnText, typedTexts, useWordsForm, wordsOf } from './own-text.tsx';
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
            <Editor key={`${chosen} ${language}`} mail={chosen} language={language} all={all} />
          </>
        );
      }}
    </Shown>
  );
}

type EditorProps = { mail: string; language: string; all: Text[] };

function Editor({ mail, language, all }: EditorProps) {
  const mayWrite = useScopes()('store:write');
  const form = useWordsForm({ language, all, group: mail });
  const texts = wordsOf(all, mail);
  const changes = changedTexts(form.values, texts);
  const { shown, fault: flaw } = useMailPreview({ mail, language, texts: changes });
  const more = Object.values(form.values).some((value) => value !== '') && (
    <Button kind="secondary" onPress={() => form.set(typedTexts(texts.map(withoutOwn)))}>
      {t('to_default')}
    </Button>
  );
  return (
    <div class="look">
      <Card title={t('texts.words')} hint={t('texts.words.hint')}>
        <FormView form={form} submit={mayWrite && t('save')} more={mayWrite && more}>
          <fieldset class="form" disabled={!mayWrite} aria-label={t('texts.words')}>
            {numbered(texts).map(({ text, number }) => (
              <OwnText key={text.key} text={text} number={number} fault={flaw} {...form.field(idOf(text.key))} />
            ))}
          </fieldset>
        </FormView>
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
