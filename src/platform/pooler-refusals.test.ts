import { expect, test } from 'vitest';
import { isDatabaseAway, isFull, refusalOf } from './database-away.ts';
import { whyUnreachable } from './why-unreachable.ts';

// The words and codes of PgBouncer 1.18 to 1.24, pgcat 1.2 and Supavisor.
test.each([
  [
    '08P01',
    'no more connections allowed (max_client_conn)',
    'full',
    /^the pooler takes no more connections: .*max_client/,
  ],
  [
    '08P01',
    'client connections exceeded (max_user_client_connections)',
    'full',
    /^the pooler takes no more connections/,
  ],
  ['XX000', 'Max client connections reached', 'full', /^the pooler takes no more connections/],
  ['08P01', 'query_wait_timeout', 'busy', /default_pool_size are in use \(query_wait_timeout\)/],
  ['58000', 'could not get connection from the pool - AllServersDown', 'busy', /became free in time/],
  ['08P01', 'sorry, too many clients already', 'full', /max_connections/],
  [
    '08P01',
    'server login has been failing, try again later (server_login_retry)',
    null,
    /^the pooler is there, and its server/,
  ],
  ['08P01', 'database "store" is disabled', null, /^the pooler takes no clients/],
  ['08P01', 'pgbouncer is shutting down', null, /^it is starting or stopping/],
  ['08P01', 'the database system is starting up', null, /^it is starting or stopping/],
])('%s “%s” passes by itself, and is told as what it is', (...[code, message, refusal, words]) => {
  const error = Object.assign(new Error(message), { code });
  expect([isDatabaseAway(error), refusalOf(error), isFull(error)]).toEqual([true, refusal, refusal === 'full']);
  expect(whyUnreachable(error)).toMatch(words);
  expect(whyUnreachable(error)).toContain(`(${code})`);
});

test.each([
  ['08P01', 'no such database: store', /has no database of that name/],
  ['08P01', 'database "store" does not exist', /has no database of that name/],
  ['58000', 'No pool configured for database: "store", user: "me"', /has no database of that name/],
  ['08P01', 'SASL authentication failed', /refuses the password/],
  ['08P01', 'password authentication failed for user "store"', /refuses the password/],
  ['08P01', 'no such user: store', /refuses the password/],
  ['XX000', 'Tenant or user not found', /refuses the password/],
])('%s “%s” does not pass, so a start ends', (code, message, words) => {
  const error = Object.assign(new Error(message), { code });
  expect(isDatabaseAway(error)).toBe(false);
  expect(whyUnreachable(error)).toMatch(words);
});

test('what PostgreSQL itself says of a row is no refusal', () => {
  const error = Object.assign(new Error('query_wait_timeout'), { code: '23514' });
  expect(isDatabaseAway(error)).toBe(false);
});
