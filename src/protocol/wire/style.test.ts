import { describe, expect, test } from 'vitest';
import { applyStyle, stylePropertiesOf } from './style.ts';

function applied(given: Record<string, unknown>, properties = stylePropertiesOf('button', 'style')) {
  const taken: Record<string, string> = {};
  const refused = applyStyle(properties, given, (name, value) => {
    taken[name] = value;
    return true;
  });
  return { taken, refused };
}

describe('a declaration', () => {
  test.each([
    'red',
    '#fff',
    'rgb(0 0 0 / 50%)',
    'color-mix(in oklab, red 50%, light-dark(#000, #fff))',
    "'Söhne (Test)', serif",
  ])('of %s is accepted', (value) => {
    expect(applied({ color: value })).toEqual({ taken: { color: value }, refused: [] });
  });

  test.each([
    'url(//evil.example)',
    'URL("//evil.example")',
    'u\\72l(//evil.example)',
    'image-set("//evil.example" 1x)',
    'src("//evil.example")',
    'var(--x)',
    'env(x)',
    'attr(value)',
    'if(style(--x: 1): red)',
    'expression(alert(1))',
    'red; background: blue',
    'red } body { color: red',
    'red !important',
    '@import "x"',
    'red/**/',
    '</style>',
    '(red',
    'calc(1px * (1 + 1',
    '‮red',
    'x'.repeat(201),
    5,
    null,
    {},
    ['red'],
    { toString: () => 'red' },
  ])('of %j is refused by name', (value) => {
    expect(applied({ color: value })).toEqual({ taken: {}, refused: ['color'] });
  });

  test('is refused when the browser does not accept it', () => {
    expect(applyStyle('color', { color: 'no-colour' }, () => false)).toEqual(['color']);
  });
});

describe('a property', () => {
  test.each(['position', 'background', '--x', '__proto__', 'constructor', 'cssText', 'color fontSize', ''])(
    'called %j is refused',
    (name) => {
      expect(applied({ [name]: 'red' }).refused).toEqual([name]);
    },
  );

  test('is accepted only for the parts that have it', () => {
    const names = ['color', 'textAlign', 'border', 'height'];
    const taken = (type: 'button' | 'price', part: 'style' | 'hoverStyle' | 'labelStyle') =>
      names.filter((name) => stylePropertiesOf(type, part).split(' ').includes(name));
    expect(taken('button', 'style')).toEqual(['color', 'border', 'height']);
    expect(taken('button', 'hoverStyle')).toEqual(['color', 'border']);
    expect(taken('button', 'labelStyle')).toEqual(['color', 'textAlign']);
    expect(taken('price', 'style')).toEqual(['color', 'textAlign', 'height']);
  });
});
