/**
 * A page may be dark and not say so: where its text is light the frame is dark as well. The root keeps the page's scheme,
 * with another the browser would give it a ground.
 */
export function followGround(textColor = ''): void {
  if (isLight(textColor)) document.body.style.colorScheme = 'dark';
}

/** Whether it is a light one, of a colour as browsers compute it: in the space in which the page wrote it. */
export function isLight(color: string): boolean {
  const [first = 0, second = 0] = color.match(/(?<=[ (])[\d.]+/g)?.map(Number) ?? [];
  if (/^(ok)?l/.test(color)) return first > (color.startsWith('ok') ? 0.5 : 50);
  // Red, green and blue: most of a colour's light is its green.
  return second > (color.startsWith('rgb') ? 127 : 0.5);
}
