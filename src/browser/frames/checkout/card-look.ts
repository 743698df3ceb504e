import type { Appearance, CustomFontSource } from '@stripe/stripe-js';

/**
 * Returns an appearance that matches our page, with the colours and corners of the store. Stripe's frame document has a light colour
 * scheme, and a browser paints an opaque background behind a frame of another scheme than its parent element's. So the parent
 * element becomes light, which keeps the frame transparent, and the colours are those for our background.
 */
export function appearanceOf(place: HTMLElement): Appearance {
  const { colorScheme } = getComputedStyle(document.documentElement);
  const { fontFamily, fontSize } = getComputedStyle(place);
  const mayBe = (scheme: string) => colorScheme.includes(scheme);
  const isDark = mayBe('dark') && (!mayBe('light') || matchMedia('(prefers-color-scheme: dark)').matches);
  const { variables, borderColor } = lookOf(place);
  place.style.colorScheme = 'light';
  return {
    theme: isDark ? 'night' : 'stripe',
    variables: { ...variables, fontFamily, fontSizeBase: fontSize },
    rules: { '.Input': { borderColor }, '.Input--invalid': { borderColor: variables.colorDanger } },
  };
}

/** Reads the look from an element that nobody sees: which property stands for what, `.card-look` in the style sheet says. */
function lookOf(place: HTMLElement) {
  const sample = document.createElement('i');
  sample.className = 'card-look';
  place.append(sample);
  const { color, backgroundColor, borderTopColor, borderTopLeftRadius, caretColor, columnRuleColor, outlineColor } =
    getComputedStyle(sample);
  const look = {
    variables: {
      colorPrimary: outlineColor,
      colorBackground: backgroundColor,
      colorText: color,
      colorTextSecondary: columnRuleColor,
      colorDanger: caretColor,
      borderRadius: borderTopLeftRadius,
    },
    borderColor: borderTopColor,
  };
  sample.remove();
  return look;
}

/** Returns the font of the store, which the provider's frame has to load for itself; none if the page has none. */
export function fontsOf(page: Document = document): CustomFontSource[] {
  const file = page.querySelector<HTMLLinkElement>('link[as=font]');
  const [face] = page.fonts;
  return file && face ? [{ family: face.family, src: `url(${file.href})`, weight: face.weight }] : [];
}
