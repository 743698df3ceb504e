import type {
  FromPlacement,
  PlacementSetting,
  PlacementType,
  PlacementView,
  ToPlacement,
} from '../../protocol/wire/frame-messages.ts';
import { applyStyle, STYLE_PARTS, stylePropertiesOf } from '../../protocol/wire/style.ts';
import type { PlacementDocument } from '../../protocol/wire/views.ts';
import { connect, readState } from './connect.ts';

type Size = Pick<PlacementView, 'height' | 'label'>;
type Told = PlacementSetting & { px?: number };

export type PlacementFrame<Variant> = {
  type: PlacementType;
  data: PlacementDocument & { variants: Record<string, Variant>; unchosen: Variant };
  /** What `style`, `hoverStyle`, `disabledStyle` and `labelStyle` are about, as selectors. */
  selectors: string[];
  /** Shows the variant, or the product as a whole while none is chosen. Returns null when there is nothing to show. */
  show(variant: Variant, setting: PlacementSetting, isChosen: boolean): { disabled: boolean } | null;
};

const FONT_PX = 16;
const FONT_PX_MIN = 10;
const FONT_PX_MAX = 48;
const LABEL_MARGIN_PX = 4;
/** Sizes that the content decides, which mean nothing to the iframe. */
const BY_CONTENT = /auto|content/;

/** Runs a placement's document: shows what the page asks for, tells how large it is, and how to speak to the SDK. */
export function runPlacement<Variant extends { sku: string }>(frame: PlacementFrame<Variant>) {
  const { data } = frame;
  const { body, documentElement } = document;
  const state = readState();
  const sheet = new CSSStyleSheet();
  document.adoptedStyleSheets = [sheet];
  documentElement.style.colorScheme = state.c ?? '';

  let size: Size = { height: null, label: 0 };
  let view = render(state);
  const send = connect<ToPlacement, FromPlacement>(state, { title: document.title, view }, (message) => {
    if (message.t !== 'set') return;
    view = render(message);
    send({ t: 'view', i: message.i, view });
  });
  new ResizeObserver(() => {
    const now = { ...view, ...measure() };
    if (view.height === 0 || (now.height === view.height && now.label === view.label)) return;
    view = now;
    send({ t: 'view', view });
  }).observe(body);
  return { send, state, view: () => view };

  function render(setting: Told): PlacementView {
    const refused = restyle(setting);
    const named = setting.v ? plainId(setting.v) : data.chosen;
    const skuId = named && Object.hasOwn(data.variants, named) ? named : null;
    const variant = (skuId && data.variants[skuId]) || data.unchosen;
    const ref = { sku: skuId ? variant.sku : '', skuId, releaseId: data.waitlist };
    const shown = frame.show(variant, setting, skuId !== null);
    return { ...measure(), ...(shown ?? { height: 0, disabled: true }), ref, refused };
  }

  function measure(): Size {
    // Before the page has given the frame its width every letter has a line of its own; hidden by the page it has none.
    if (innerWidth && body.offsetHeight) size = { height: heightOf(body), label: labelHeight() };
    return size;
  }

  function restyle(setting: Told): PlacementView['refused'] {
    sheet.replaceSync(`:root{}${frame.selectors.join('{}')}{}`);
    const [root, ...parts] = [...sheet.cssRules].map((rule) => (rule as CSSStyleRule).style);
    const refused = STYLE_PARTS.flatMap((part, index) => {
      const style = parts[index] as CSSStyleDeclaration & Record<string, string>;
      const apply = (name: string, value: string) => {
        style[name] = value;
        return CSS.supports(name.replace(/[A-Z]/g, '-$&'), value);
      };
      return applyStyle(stylePropertiesOf(frame.type, part), setting[part] ?? {}, apply).map(
        (name): [typeof part, string] => [part, name],
      );
    });
    const [main] = parts;
    if (root && main) {
      // Everything in here scales with the text's size, which the page has measured.
      root.fontSize = `${Math.min(Math.max(setting.px ?? FONT_PX, FONT_PX_MIN), FONT_PX_MAX)}px`;
      root.fontFamily = main.fontFamily;
      body.className = main.height && !BY_CONTENT.test(main.height) ? 'fill' : '';
      main.fontSize = main.height = '';
      if (!BY_CONTENT.test(main.width)) main.width = '';
      // Ours is dark in a dark page, which nobody had in mind who chose a ground for it.
      if (main.backgroundColor) main.color ||= '#fff';
    }
    return refused;
  }
}

function labelHeight(): number {
  const label = document.getElementById('label');
  return label ? heightOf(label) + LABEL_MARGIN_PX : 0;
}

// With its fraction: a rounded height would move the page by less than a pixel, and still move it.
const heightOf = (element: HTMLElement) => element.getBoundingClientRect().height;

const GLOBAL_ID = /^gid:\/\/.+\/([^/?]+)/;

/** `gid://…/123` and the base64 of that mean `123`. */
function plainId(given: string): string {
  let text = given;
  try {
    if (given.startsWith('Z2lk')) text = atob(given);
  } catch {
    // An id of its own that only begins like one in base64.
  }
  return GLOBAL_ID.exec(text)?.[1] ?? given;
}
