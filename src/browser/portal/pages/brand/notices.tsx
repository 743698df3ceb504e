import { useState } from 'preact/hooks';
import { EUROPEAN_ECONOMIC_AREA } from '../../../../domain/country.ts';
import type { GuaranteeNotices } from '../../requests/kinds.ts';
import { keyOf, useGuaranteeNotices } from '../../requests/reads.ts';
import { say } from '../../requests/say.ts';
import { useSending } from '../../requests/send.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { setData } from '../../requests/use-data.ts';
import { useScopes } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { Choice } from '../../ui/choices.tsx';
import { ChooseFile } from '../../ui/choose-file.tsx';
import { countryName } from '../../ui/countries.ts';
import { IMAGE_FILES, imageBody } from '../../ui/image-body.ts';
import { LANGUAGES, languageName } from '../../ui/languages.ts';
import { FaultNotice, Shown } from '../../ui/loaded.tsx';
import { Card } from '../../ui/page.tsx';

const EVERYWHERE = '';

type Notice = GuaranteeNotices['notices'][number];
const localeOf = ({ language, country }: Pick<Notice, 'language' | 'country'>) =>
  country === null ? language : `${language}-${country}`;

/** The official notices of the legal guarantee, which are saved as soon as they are chosen. */
export function Notices() {
  const loaded = useGuaranteeNotices();
  return (
    <Card title={t('notice.title')} hint={t('notice.text')}>
      <Shown of={loaded}>{({ notices }) => <List notices={notices} />}</Shown>
    </Card>
  );
}

function List({ notices }: { notices: readonly Notice[] }) {
  const mayChange = useScopes()('store:write');
  const sending = useSending();
  const change = async (work: () => Promise<GuaranteeNotices>) => {
    if (await sending.send(async () => setData(keyOf('guarantee-notices'), await work()))) say(t('saved'));
  };
  return (
    <>
      {notices.length === 0 && <p class="muted">{t('notice.none')}</p>}
      {notices.map((notice) => (
        <div key={localeOf(notice)} class="file">
          <p>
            <a href={notice.url} target="_blank" rel="noopener noreferrer">
              {nameOf(notice)}
            </a>
          </p>
          {mayChange && (
            <button type="button" class="link-button" onClick={() => void change(() => remove(localeOf(notice)))}>
              {t('remove')}
              <span class="visually-hidden"> {nameOf(notice)}</span>
            </button>
          )}
        </div>
      ))}
      {mayChange && <Add busy={sending.busy} onFile={(locale, file) => void change(() => upload(locale, file))} />}
      {sending.fault && <FaultNotice fault={sending.fault} />}
    </>
  );
}

const nameOf = ({ language, country }: Notice): string =>
  country === null ? languageName(language) : `${languageName(language)}, ${countryName(country)}`;

function Add({ busy, onFile }: { busy: boolean; onFile: (locale: string, file: File) => void }) {
  const [language, setLanguage] = useState('en');
  const [country, setCountry] = useState(EVERYWHERE);
  const countries = EUROPEAN_ECONOMIC_AREA.map((code) => ({ value: code, text: countryName(code) }));
  return (
    <div class="stack">
      <Choice
        id="notice-language"
        label={t('notice.language')}
        value={language}
        options={LANGUAGES.map((code) => ({ value: code, text: languageName(code) }))}
        onValue={setLanguage}
      />
      <Choice
        id="notice-country"
        label={t('notice.country')}
        value={country}
        options={[{ value: EVERYWHERE, text: t('notice.everywhere') }, ...countries]}
        onValue={setCountry}
      />
      <ChooseFile
        accept={IMAGE_FILES}
        name="notice"
        text={t('notice.choose')}
        busy={busy}
        onFile={(file) => onFile(localeOf({ language, country: country || null }), file)}
      />
    </div>
  );
}

async function upload(locale: string, file: File): Promise<GuaranteeNotices> {
  const params = { path: { locale } };
  const request = { params, ...imageBody(file) };
  return bodyOf(await api.PUT('/admin/api/v1/store/guarantee-notices/{locale}', request)).data;
}

async function remove(locale: string): Promise<GuaranteeNotices> {
  const params = { path: { locale } };
  return bodyOf(await api.DELETE('/admin/api/v1/store/guarantee-notices/{locale}', { params })).data;
}
