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
type SentSetting = PlacementSetting & { px?: number };
type Refused = PlacementView['refused'][number];

type StyleTarget = {
  type: PlacementType;
  /** Selectors for `style`, `hoverStyle`, `disabledStyle` and `labelStyle`, in this order. */
  selectors: string[];
};

type AnyVariant = { sku: string; id?: string };

export type PlacementFrame<Variant> = StyleTarget & {
  data: PlacementDocument & { variants: Record<string, Variant>; unchosen: Variant };
  /** Shows the variant, or the whole product while none is chosen (`skuId`). Returns null when there is nothing to show. */
  show(variant: Variant, setting: PlacementSetting, skuId: string | null | undefined): { disabled: boolean } | null;
};

declare global {
  interface Window {
    /**
     * Adds the reasons why the placement shows nothing, or not the variant that the page's setting names: no variant has its id. The page's console gets
     * them in the same way as refused styles.
     */
    why?: (refused: Refused[], shown: object | null, chosen: string | PlacementSetting) => void;
  }
}

const FONT_PX = 16;
/** Sizes that depend on the content. They have no meaning for the iframe's box. */
const BY_CONTENT = /auto|content/;

/** Runs a placement's document: shows what the page asks for and reports its size. Returns its connection to the SDK. */
export function runPlacement<Variant extends AnyVariant>(frame: PlacementFrame<Variant>) {
  const { data } = frame;
  const { body, documentElement } = document;
  const state = readState();
  const sheet = new CSSStyleSheet();
  document.adoptedStyleSheets = [sheet];
  documentElement.style.colorScheme = state.c ?? '';
  followGround(state.color);

  let size: Size = { height: null, label: 0 };
  let setting: SentSetting = state;
  let view = shownView();
  const send = connect<ToPlacement, FromPlacement>(state, { title: document.title, view }, (message) => {
    if (message.t !== 'set') return;
    setting = message;
    view = shownView();
    send({ t: 'view', i: message.i, view });
  });
  new ResizeObserver(() => {
    const now = { ...view, ...measure() };
    if (view.height === 0 || (now.height === view.height && now.label === view.label)) return;
    view = now;
    send({ t: 'view', view });
  }).observe(body);
  /** Shows the data again after it has changed. */
  function render(): void {
    view = shownView();
    send({ t: 'view', view });
  }
  return { send, state, view: () => view, render };

  function shownView(): PlacementView {
    const refused = restyle(sheet, frame, setting);
    const named = setting.v ? findId(Object.keys(data.variants), setting.v) : data.chosen;
    const variant = (named && data.variants[named]) || data.unchosen;
    const skuId = variant.id ?? named;
    const ref = { sku: variant.sku, skuId, releaseId: data.waitlist };
    const shown = frame.show(variant, setting, skuId);
    // `developer/main.ts` sets it; live stores' documents do not load that script.
    window.why?.(refused, shown, skuId || setting);
    return { ...measure(), ...(shown ?? { height: 0, disabled: true }), ref, refused };
  }

  function measure(): Size {
    // Skips wrong sizes: before the frame has a width each letter is on its own line, and a hidden frame has no height.
    if (innerWidth && body.offsetHeight) {
      const height = heightOf(body);
      const [main] = body.children;
      size = { height, label: frame.type === 'button' && main ? height - heightOf(main) : 0 };
    }
    return size;
  }
}

// Keeps the fraction: a rounded height would still move the page by a part of a pixel.
const heightOf = (element: Element) => element.getBoundingClientRect().height;

/** Returns the one of `ids` that matches `given`: as it is, as the end of `gid://…/123`, or as the base64 of that. */
function findId(ids: string[], given: string): string | null {
  let decoded = given;
  try {
    decoded = atob(given);
  } catch {
    // Not base64.
  }
  return ids.find((id) => id === given || given.endsWith(`/${id}`) || decoded.endsWith(`/${id}`)) ?? null;
}

/** Writes the page's styles into the sheet and returns those that were refused. */
function restyle(sheet: CSSStyleSheet, frame: StyleTarget, setting: SentSetting): Refused[] {
  sheet.replaceSync(`:root{}${frame.selectors.join('{}')}{}`);
  const [root, ...parts] = [...sheet.cssRules].map((rule) => (rule as CSSStyleRule).style);
  const refused = STYLE_PARTS.flatMap((part, index) => {
    const style = parts[index] as CSSStyleDeclaration & Record<string, string>;
    const apply = (name: string, value: string) => {
      // An accepted value makes the rule longer, because the rule starts empty and each name comes once; a rejected value
      // changes nothing. CSS.supports() would parse the value twice, needs `font-size` for `fontSize`, and may disagree
      // with the rule.
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
    // Everything in the document scales with the text size that the page has measured.
    root.fontSize = `clamp(10px,${setting.px ?? FONT_PX}px,48px)`;
    root.fontFamily = main.fontFamily;
    document.body.className = main.height && !BY_CONTENT.test(main.height) ? 'fill' : '';
    main.fontSize = main.height = '';
    if (!BY_CONTENT.test(main.width)) main.width = '';
    // Our default text is dark in a dark page, which a merchant who set a background did not expect: use white.
    if (main.backgroundColor) main.color ||= '#fff';
  }
  return refused;
}
