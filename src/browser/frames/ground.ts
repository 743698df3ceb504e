/**
 * A page may be dark and not say so: where its text is light the frame is dark as well. The root keeps the page's scheme,
 * with another the browser would give it a ground.
 */
export function followGround(textColor = ''): void {
  if (isLight(textColor)) document.body.style.colorScheme = 'dark';
}

/** Whether it is a light one, of a colour as browsers compute it: most of a colour's light is its green. */
export function isLight(color: string): boolean {
  const [first, second] = color.match(/[\d.]+/g) ?? [];
  return color.startsWith('ok') ? Number(first) > 0.5 : Number(second) > 127;
}
