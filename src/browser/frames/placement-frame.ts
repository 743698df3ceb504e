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
import { followGround } from './ground.ts';

type Size = Pick<PlacementView, 'height' | 'label'>;
type Told = PlacementSetting & { px?: number };
type Refused = PlacementView['refused'][number];

type Dressed = {
  type: PlacementType;
  /** What `style`, `hoverStyle`, `disabledStyle` and `labelStyle` are about, as selectors. */
  selectors: string[];
};

export type PlacementFrame<Variant> = Dressed & {
  data: PlacementDocument & { variants: Record<string, Variant>; unchosen: Variant };
  /** Shows the variant, or the product as a whole while none is chosen. Returns null when there is nothing to show. */
  show(variant: Variant, setting: PlacementSetting, isChosen: boolean): { disabled: boolean } | null;
};

declare global {
  interface Window {
    /** What the console of the page is told where the placement shows nothing, as it is told of refused styles. */
    why?: Refused[];
  }
}

const FONT_PX = 16;
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
  followGround(state.color);

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
    const refused = restyle(sheet, frame, setting);
    const skuId = setting.v ? findId(Object.keys(data.variants), setting.v) : data.chosen;
    const variant = (skuId && data.variants[skuId]) || data.unchosen;
    const ref = { sku: skuId ? variant.sku : '', skuId, releaseId: data.waitlist };
    const shown = frame.show(variant, setting, skuId !== null);
    // By `developer/main.ts`, which live stores' documents have not.
    if (!shown) refused.push(...(window.why ?? []));
    return { ...measure(), ...(shown ?? { height: 0, disabled: true }), ref, refused };
  }

  function measure(): Size {
    // Before the page has given the frame its width every letter has a line of its own; hidden by the page it has none.
    if (innerWidth && body.offsetHeight) {
      const height = heightOf(body);
      const [main] = body.children;
      size = { height, label: frame.type === 'button' && main ? height - heightOf(main) : 0 };
    }
    return size;
  }
}

// With its fraction: a rounded height would move the page by less than a pixel, and still move it.
const heightOf = (element: Element) => element.getBoundingClientRect().height;

/** Which of `ids` is meant: by itself, as the end of `gid://…/123`, or as the base64 of that; null for none of them. */
function findId(ids: string[], given: string): string | null {
  let decoded = given;
  try {
    decoded = atob(given);
  } catch {
    // No base64.
  }
  return ids.find((id) => id === given || given.endsWith(`/${id}`) || decoded.endsWith(`/${id}`)) ?? null;
}

/** Writes what the page wants into the sheet, and returns what of it was refused. */
function restyle(sheet: CSSStyleSheet, frame: Dressed, setting: Told): Refused[] {
  sheet.replaceSync(`:root{}${frame.selectors.join('{}')}{}`);
  const [root, ...parts] = [...sheet.cssRules].map((rule) => (rule as CSSStyleRule).style);
  const refused = STYLE_PARTS.flatMap((part, index) => {
    const style = parts[index] as CSSStyleDeclaration & Record<string, string>;
    const apply = (name: string, value: string) => {
      // What the browser does not take leaves the rule as it was; what it takes makes the rule longer, because the rule is empty
      // at first and each name comes once. CSS.supports() would parse the value twice, wants `font-size` for `fontSize`, and
      // may answer otherwise than the rule does.
      const { length } = style;
      style[name] = value;
      return style.length > length;
    };
    return applyStyle(stylePropertiesOf(frame.type, part), setting[part] ?? {}, apply).map(
      (name): Refused => [part, name, `Service: ${part}.${name} refused`],
    );
  });
  const [main] = parts;
  if (root && main) {
    // Everything in here scales with the text's size, which the page has measured.
    root.fontSize = `clamp(10px,${setting.px ?? FONT_PX}px,48px)`;
    root.fontFamily = main.fontFamily;
    document.body.className = main.height && !BY_CONTENT.test(main.height) ? 'fill' : '';
    main.fontSize = main.height = '';
    if (!BY_CONTENT.test(main.width)) main.width = '';
    // Ours is dark in a dark page, which nobody had in mind who chose a ground for it.
    if (main.backgroundColor) main.color ||= '#fff';
  }
  return refused;
}
