import { describe, expect, test } from 'vitest';
import { tokenHolder } from './status-token.ts';

const NOW = 1_900_000_000;
const claims = (changes: Record<string, unknown> = {}) => ({ email: 'ada@mail.example', iat: NOW, ...changes });

describe('a token is valid', () => {
  test.each<[string, Record<string, unknown>, number]>([
    ['made just now', {}, NOW + 3_600],
    ['an hour old to the second', { iat: NOW - 3_600 }, NOW],
    ['made by a clock a minute ahead', { iat: NOW + 60 }, NOW + 3_660],
    ['made at a fraction of a second', { iat: NOW - 0.25 }, NOW + 3_599.75],
    ['with an end before its hour is over', { exp: NOW + 10 }, NOW + 10],
    ['with an end after its hour is over', { exp: NOW + 100_000 }, NOW + 3_600],
    ['from now', { nbf: NOW }, NOW + 3_600],
    ['from a clock a minute ahead', { iat: NOW + 60, nbf: NOW + 60 }, NOW + 3_660],
    ['with claims of the store', { sub: 7, name: 'Ada', roles: ['buyer'] }, NOW + 3_600],
    ['with the longest address', { email: `${'a'.repeat(241)}@mail.example` }, NOW + 3_600],
  ])('%s', (_, changes, endsAt) => {
    const given = claims(changes);
    expect(tokenHolder(given, NOW)).toEqual({ email: given.email, endsAt });
  });
});

describe('a token is not valid', () => {
  test.each<[string, Record<string, unknown>]>([
    ['older than an hour by half a second', { iat: NOW - 3_600.5 }],
    ['older than an hour although its end is later', { iat: NOW - 3_601, exp: NOW + 1_000 }],
    ['made more than a minute in the future', { iat: NOW + 61 }],
    ['without a time', { iat: undefined }],
    ['with a time as text', { iat: String(NOW) }],
    ['with a time of null', { iat: null }],
    ['with an infinite time', { iat: Number.POSITIVE_INFINITY }],
    ['at its own end', { exp: NOW }],
    ['with an end as text', { exp: '2099-01-01' }],
    ['with an end of null', { exp: null }],
    ['long before its beginning', { nbf: NOW + 61 }],
    ['with a beginning as text', { nbf: '0' }],
    ['without an address', { email: undefined }],
    ['with an empty address', { email: ' ' }],
    ['with a list of addresses', { email: ['ada@mail.example'] }],
    ['with an address as an object', { email: { value: 'ada@mail.example' } }],
    ['with an address that is too long', { email: `${'a'.repeat(242)}@mail.example` }],
  ])('%s', (_, changes) => {
    expect(tokenHolder(claims(changes), NOW)).toMatch(/^“(email|iat|exp|nbf)” .+\.$/);
  });
});
