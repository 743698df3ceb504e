/**
 * Makes the frame dark where the page's text is light, because a dark page may not declare a colour scheme. The root
 * element keeps the page's scheme: with another one the browser would paint an opaque background.
 */
export function followGround(textColor = ''): void {
  if (isLight(textColor)) document.body.style.colorScheme = 'dark';
}

/** Returns whether a computed colour is light. For `rgb()` it checks green alone, which contributes most to lightness. */
export function isLight(color: string): boolean {
  const [first, second] = color.match(/[\d.]+/g) ?? [];
  return color.startsWith('ok') ? Number(first) > 0.5 : Number(second) > 127;
}
