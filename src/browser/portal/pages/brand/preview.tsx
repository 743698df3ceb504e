import { useEffect, useRef, useState } from 'preact/hooks';
import type { LookMessage } from '../../../../protocol/wire/look-document.ts';
import type { Brand } from '../../requests/kinds.ts';
import { useStoreSettings } from '../../requests/reads.ts';
import { currentLanguage, t } from '../../texts.ts';
import { Card } from '../../ui/page.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { serviceAddress } from '../home/service-address.ts';

export type PreviewSetting = { width: 'phone' | 'wide'; scheme: 'light' | 'dark' };

/** How something is previewed: the width of the screen, and whether it is set to dark. */
export function PreviewSwitch({
  value,
  onChange,
}: {
  value: PreviewSetting;
  onChange: (value: PreviewSetting) => void;
}) {
  return (
    <div class="preview__switch">
      <Tabs
        label={t('preview.width')}
        value={value.width}
        options={[
          { value: 'phone', text: t('preview.phone') },
          { value: 'wide', text: t('preview.wide') },
        ]}
        onChoose={(width) => onChange({ ...value, width: width === 'wide' ? 'wide' : 'phone' })}
      />
      <Tabs
        label={t('preview.scheme')}
        value={value.scheme}
        options={[
          { value: 'light', text: t('preview.light') },
          { value: 'dark', text: t('preview.dark') },
        ]}
        onChoose={(scheme) => onChange({ ...value, scheme: scheme === 'dark' ? 'dark' : 'light' })}
      />
    </div>
  );
}

/** The real checkout with the look as it is typed. It is a page of the service, whose tokens are replaced while it is shown. */
export function LookPreview({ brand, tokens }: { brand: Brand; tokens: Record<string, string> }) {
  const { data: store } = useStoreSettings();
  const [setting, setSetting] = useState<PreviewSetting>({ width: 'phone', scheme: 'light' });
  const frame = useRef<HTMLIFrameElement>(null);
  const loaded = useRef<HTMLIFrameElement>(null); // before, the frame is a page of ours, to which the browser sends nothing
  const service = serviceAddress();
  const tell = () => {
    const message: LookMessage = { t: 'look', scheme: setting.scheme, tokens };
    if (frame.current !== loaded.current) return;
    loaded.current?.contentWindow?.postMessage(message, new URL(service).origin);
  };
  useEffect(tell, [JSON.stringify(tokens), setting.scheme]);
  if (!store) return null;
  // Files are saved at once, and their addresses change with them: then the page is loaded again.
  const files = `${brand.logo?.url ?? ''} ${brand.font?.url ?? ''}`;
  const query = new URLSearchParams({ key: store.public_key, lang: currentLanguage() });
  return (
    <Card title={t('preview.title')} actions={<PreviewSwitch value={setting} onChange={setSetting} />}>
      <iframe
        key={files}
        ref={frame}
        class={`preview preview--${setting.width}`}
        title={t('preview.checkout')}
        src={`${service}/frames/1/look?${query}`}
        onLoad={() => {
          loaded.current = frame.current;
          tell();
        }}
      />
    </Card>
  );
}
