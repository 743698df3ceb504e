import { describe, expect, test } from 'vitest';
import { checkScopes, SCOPES } from './scope.ts';

describe('scopes', () => {
  test('come once each, in the order of the table', () => {
    expect(checkScopes(['waitlists:read', 'store:read', 'waitlists:read'])).toEqual(['store:read', 'waitlists:read']);
    expect(checkScopes(Object.keys(SCOPES).reverse())).toEqual(Object.keys(SCOPES));
  });

  test.each([[[]], [['everything']], [['store:read', 'toString']]])('are refused: %j', (scopes) => {
    expect(() => checkScopes(scopes)).toThrow(
      expect.objectContaining({ code: 'invalid_parameter', message: expect.stringContaining('store:read') }),
    );
  });
});
