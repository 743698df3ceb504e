import { useEffect, useRef, useState } from 'preact/hooks';
import type { LetterMessage } from '../../../../protocol/wire/letter-document.ts';
import { type Fault, faultOf } from '../../requests/fault.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { t } from '../../texts.ts';
import { Facts } from '../../ui/facts.tsx';
import { FaultNotice, Waiting } from '../../ui/loaded.tsx';
import { Card } from '../../ui/page.tsx';
import { serviceAddress } from '../home/service-address.ts';
import { type PreviewSetting, PreviewSwitch } from './preview.tsx';

type Mail = { subject: string; from: string; to?: string; html: string };
export type PreviewOf = {
  mail: string;
  language: string;
  /** Words that are not saved. */
  texts: Record<string, string | null>;
};

// After the last letter: a mail for each letter would come too late, and out of order.
const PAUSE_MS = 300;

/** Asks what the mail says with the words as they are typed. The last good answer stays while something is wrong. */
export function useMailPreview({ mail, language, texts }: PreviewOf): {
  shown: Mail | undefined;
  fault: Fault | undefined;
} {
  const [state, setState] = useState<{ of: string; shown?: Mail; fault?: Fault }>({ of: '' });
  const asked = JSON.stringify({ mail, language, texts });
  const same = `${mail} ${language}`;
  useEffect(() => {
    let over = false;
    const ask = async () => {
      try {
        const shown = await read({ mail, language, texts });
        if (!over) setState({ of: same, shown });
      } catch (error) {
        if (!over) setState((last) => ({ ...(last.of === same ? last : { of: same }), fault: faultOf(error) }));
      }
    };
    const timer = setTimeout(ask, state.of === same ? PAUSE_MS : 0);
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [asked]);
  const current = state.of === same;
  return { shown: current ? state.shown : undefined, fault: current ? state.fault : undefined };
}

/** Reads the mail. Words that are saved may be seen by anyone who reads the store. */
async function read({ mail, language, texts }: PreviewOf): Promise<Mail> {
  const path = { language };
  const answer =
    Object.keys(texts).length > 0
      ? await api.POST('/admin/api/v1/texts/{language}/preview', { params: { path }, body: { mail, texts } })
      : await api.GET('/admin/api/v1/texts/{language}/preview', { params: { path, query: { mail } } });
  return bodyOf(answer).data;
}

/** The mail as shoppers get it, in a page of the service that lets nothing run. */
export function MailPreview({ shown, fault }: { shown: Mail | undefined; fault: Fault | undefined }) {
  const [setting, setSetting] = useState<PreviewSetting>({ width: 'phone', scheme: 'light' });
  const frame = useRef<HTMLIFrameElement>(null);
  const service = serviceAddress();
  const tell = () => {
    if (!shown) return;
    const message: LetterMessage = { t: 'letter', scheme: setting.scheme, html: shown.html };
    // The page is in a sandbox, so it has no origin; what it gets is no secret of anybody.
    frame.current?.contentWindow?.postMessage(message, '*');
  };
  useEffect(tell, [shown?.html, setting.scheme]);
  return (
    <Card title={t('preview.title')} actions={<PreviewSwitch value={setting} onChange={setSetting} />}>
      {fault && !fault.param?.startsWith('texts.') && <FaultNotice fault={fault} />}
      {!shown && !fault && <Waiting />}
      {shown && (
        <>
          <Facts
            facts={[
              [t('texts.subject'), shown.subject],
              [t('texts.from'), shown.from],
              ...(shown.to === undefined ? [] : [[t('texts.to'), shown.to] as const]),
            ]}
          />
          <iframe
            ref={frame}
            class={`preview preview--${setting.width}`}
            title={t('preview.mail')}
            src={`${service}/frames/1/letter`}
            onLoad={tell}
          />
        </>
      )}
    </Card>
  );
}
