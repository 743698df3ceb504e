import { describe, expect, test } from 'vitest';
import { checkTokenName } from './api-token.ts';

describe('the name of a token', () => {
  test('has no spaces around it', () => {
    expect(checkTokenName('  ERP ')).toBe('ERP');
    expect(checkTokenName('x'.repeat(80))).toHaveLength(80);
  });

  test.each(['', '   ', 'x'.repeat(81)])('is refused: %j', (name) => {
    expect(() => checkTokenName(name)).toThrow(expect.objectContaining({ code: 'invalid_parameter' }));
  });
});
