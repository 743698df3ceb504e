import { useEffect, useRef, useState } from 'preact/hooks';
import type {
  FrameState,
  FromPlacement,
  Hello,
  PlacementView,
  StyledType,
  ToPlacement,
} from '../../../../protocol/wire/frame-messages.ts';
import { t } from '../../texts.ts';
import { serviceAddress } from '../home/service-address.ts';
import { givenStyles, type Styles } from './style-code.ts';

export type Placed = {
  type: StyledType;
  publicKey: string;
  product: string;
  variant: string | null;
  language: string;
};

type StylePreviewProps = {
  of: Placed;
  styles: Styles;
  scheme: 'light' | 'dark';
  onView: (view: PlacementView) => void;
};

// The size of text on most pages.
const TEXT_PX = 16;

/** The real frame of the service, as a page of the store has it. Styles go to it over its port, as the SDK sends them. */
export function StylePreview({ of, styles, scheme, onView }: StylePreviewProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const port = useRef<MessagePort | undefined>(undefined);
  const [height, setHeight] = useState(0);
  const [nonce] = useState(() => Math.random());
  const service = serviceAddress();
  const given = Object.fromEntries(givenStyles(styles, of.type));
  const fixed = given.style?.height;

  const show = (view: PlacementView) => {
    if (view.height !== null) setHeight(view.height);
    onView(view);
  };
  useEffect(() => {
    const listen = ({ origin, source, data, ports }: MessageEvent<Hello | undefined>) => {
      if (origin !== new URL(service).origin || source !== frame.current?.contentWindow || data?.nonce !== nonce)
        return;
      [port.current] = ports;
      if (!port.current) return;
      port.current.onmessage = (event: MessageEvent<FromPlacement>) => event.data.t === 'view' && show(event.data.view);
      if (data.view) show(data.view);
    };
    addEventListener('message', listen);
    return () => {
      removeEventListener('message', listen);
      port.current?.close();
    };
  }, []);
  useEffect(() => {
    const message: ToPlacement = { t: 'set', i: 1, px: TEXT_PX, v: of.variant, ...given };
    port.current?.postMessage(message);
  }, [JSON.stringify(given)]);

  const [source] = useState(() => {
    const query = new URLSearchParams({ key: of.publicKey, product: of.product, lang: of.language });
    const color = scheme === 'dark' ? 'white' : 'black';
    const state: FrameState = { n: nonce, o: location.origin, c: scheme, color, px: TEXT_PX, v: of.variant, ...given };
    return `${service}/frames/1/${of.type}?${query}#${encodeURIComponent(JSON.stringify(state))}`;
  });
  return (
    <div class={`stage stage--${scheme}`}>
      <iframe
        ref={frame}
        class="stage__frame"
        title={t(`style.preview.${of.type}`)}
        style={{
          blockSize: fixed && /^\d/.test(fixed) ? fixed : `${Math.max(height, 1)}px`,
          inlineSize: given.style?.width ?? '100%',
        }}
        src={source}
      />
    </div>
  );
}
