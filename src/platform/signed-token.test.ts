import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { verifyToken } from './signed-token.ts';

// Signed with node:crypto, so that the verifying library is not also the signing one.
const SECRET = { id: 'new', text: 'pässwörd-☃-as-shown' };
const OLD = { id: 'old', text: 'ZmFsc2U' };
const b64 = (text: string | Buffer) => Buffer.from(text).toString('base64url');
const sign = (input: string, secret: string, hash = 'sha256') =>
  createHmac(hash, secret).update(input).digest('base64url');
const HEADER = '{"alg":"HS256","typ":"JWT"}';
const CLAIMS = '{"email":"ada@mail.example","iat":1900000000}';

type TokenParts = { header?: string; claims?: string | Buffer; secret?: string; hash?: string };
function make({ header = HEADER, claims = CLAIMS, secret = SECRET.text, hash = 'sha256' }: TokenParts = {}): string {
  const input = `${b64(header)}.${b64(claims)}`;
  return `${input}.${sign(input, secret, hash)}`;
}

const verify = (token: string) => verifyToken(token, [SECRET, OLD]);

describe('accepted', () => {
  test.each<[string, TokenParts, string]>([
    ['signed with the newest secret', {}, 'new'],
    ['signed with the previous secret', { secret: OLD.text }, 'old'],
    ['without a type', { header: '{"alg":"HS256"}' }, 'new'],
    ['with a key id', { header: '{"kid":"1","alg":"HS256"}' }, 'new'],
    ['with spaces in its JSON', { claims: ` { "email" : "ada@mail.example" , "iat" : 1900000000 } ` }, 'new'],
    [
      'with quotes and braces in a text',
      { claims: '{"email":"a","x":"\\"{}:\\\\","y":{"x":1},"z":["x",{"x":2}]}' },
      'new',
    ],
  ])('%s', async (_, parts, secretId) => {
    expect(await verify(make(parts))).toMatchObject({ secretId, claims: { email: expect.any(String) } });
  });
});

describe('refused', () => {
  const good = make();
  const [header = '', claims = '', signature = ''] = good.split('.');
  const lastLetter = signature.at(-1) ?? '';
  const sibling = String.fromCharCode(lastLetter.charCodeAt(0) + 1); // a lenient decoder reads the same bytes
  test.each<[string, string]>([
    ['nothing', ''],
    ['no token', 'token'],
    ['two parts', `${header}.${claims}`],
    ['four parts', `${good}.x`],
    ['no algorithm', `${b64('{"alg":"none"}')}.${claims}.`],
    ['no algorithm, signed', make({ header: '{"alg":"none"}' })],
    ['another algorithm in capitals', make({ header: '{"alg":"hs256"}' })],
    ['HS384', make({ header: '{"alg":"HS384"}', hash: 'sha384' })],
    ['HS512 cut to size', make({ header: '{"alg":"HS512"}', hash: 'sha512' })],
    ['a public key algorithm', make({ header: '{"alg":"RS256"}' })],
    ['no algorithm named', make({ header: '{"typ":"JWT"}' })],
    ['another secret', make({ secret: 'another' })],
    ['an empty secret', make({ secret: '' })],
    [
      'the secret decoded as base64',
      `${header}.${claims}.${createHmac('sha256', Buffer.from(OLD.text, 'base64')).update(`${header}.${claims}`).digest('base64url')}`,
    ],
    ['crit', make({ header: '{"alg":"HS256","crit":["b64"],"b64":true}' })],
    ['an empty crit', make({ header: '{"alg":"HS256","crit":[]}' })],
    ['a claim twice', make({ claims: '{"email":"eve@mail.example","email":"ada@mail.example","iat":1900000000}' })],
    ['a claim twice, once escaped', make({ claims: '{"\\u0065mail":"eve@mail.example","email":"ada@mail.example"}' })],
    ['a claim twice, far inside', make({ claims: '{"email":"a","x":[{"y":1,"y":2}]}' })],
    ['the algorithm twice', make({ header: '{"alg":"none","alg":"HS256"}' })],
    ['claims that are a list', make({ claims: '["ada@mail.example"]' })],
    ['claims that are a text', make({ claims: '"ada@mail.example"' })],
    ['claims of null', make({ claims: 'null' })],
    ['claims that are no JSON', make({ claims: '{"email":' })],
    ['claims that are not UTF-8', make({ claims: Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]) })],
    ['claims behind a byte order mark', make({ claims: `\ufeff${CLAIMS}` })],
    ['padding', `${good}=`],
    ['a space at its end', `${good} `],
    ['a line break at its end', `${good}\n`],
    ['a line break inside', `${header}.${claims.slice(0, 4)}\n${claims.slice(4)}.${signature}`],
    ['the other base64 alphabet', `${header}.${claims}.${'+/'.padEnd(43, 'A')}`],
    ['a last character that decodes to the same bytes', `${header}.${claims}.${signature.slice(0, -1)}${sibling}`],
    ['a changed claim', `${header}.${b64(CLAIMS.replace('ada', 'eve'))}.${signature}`],
    ['a long one', make({ claims: JSON.stringify({ email: 'a', iat: 1, pad: 'x'.repeat(8_192) }) })],
    ['one of 1 MB', `${header}.${'A'.repeat(1_048_576)}.${signature}`],
  ])('%s', async (_, token) => {
    expect(await verify(token)).toBeNull();
  });

  test('everything, where a store has no secret', async () => {
    expect(await verifyToken(good, [])).toBeNull();
  });
});
