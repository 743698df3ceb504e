import { describe, expect, test } from 'vitest';
import { checkTokenName, checkTokenScopes, TOKEN_SCOPES } from './api-token.ts';

describe('the name of a token', () => {
  test('has no spaces around it', () => {
    expect(checkTokenName('  ERP ')).toBe('ERP');
    expect(checkTokenName('x'.repeat(80))).toHaveLength(80);
  });

  test.each(['', '   ', 'x'.repeat(81)])('is refused: %j', (name) => {
    expect(() => checkTokenName(name)).toThrow(expect.objectContaining({ code: 'invalid_parameter' }));
  });
});

describe('the scopes of a token', () => {
  test('come once each, in the order of the table', () => {
    expect(checkTokenScopes(['waitlists:read', 'store:read', 'waitlists:read'])).toEqual([
      'store:read',
      'waitlists:read',
    ]);
    expect(checkTokenScopes(Object.keys(TOKEN_SCOPES).reverse())).toEqual(Object.keys(TOKEN_SCOPES));
  });

  test.each([[[]], [['everything']], [['store:read', 'toString']]])('are refused: %j', (scopes) => {
    expect(() => checkTokenScopes(scopes)).toThrow(
      expect.objectContaining({ code: 'invalid_parameter', message: expect.stringContaining('store:read') }),
    );
  });
});
