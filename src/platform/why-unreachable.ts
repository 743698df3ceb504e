import { codeOf } from './pooler-refusals.ts';

// By code of PostgreSQL, of a pooler, of the system or of TLS. What the server itself says may quote what is not for a screen.
const SENTENCES: Readonly<Record<string, string>> = {
  ENOTFOUND: 'no machine has the name of its host',
  EAI_AGAIN: 'the name of its host could not be looked up',
  ECONNREFUSED: 'nothing listens at its host and port',
  ECONNRESET: 'it ended the connection',
  ECONNECTION: 'it ended the connection',
  EPROTOCOL: 'what listens there speaks another protocol',
  EAUTH: 'it asks for a name and a password, and the address has none',
  ERR_SOCKET_BAD_PORT: 'its port is not a number from 1 to 65535',
  ETIMEDOUT: 'its host did not answer in time',
  EHOSTUNREACH: 'no way leads to its host',
  ENETUNREACH: 'no way leads to its host',
  ENETDOWN: 'the network of this machine is down',
  EHOSTDOWN: 'its host is down',
  EADDRNOTAVAIL: 'this machine has no port left for a connection to it',
  EMFILE: 'this process has no file descriptor left for a connection: raise the limit of open files',
  ENFILE: 'this machine has no file descriptor left for a connection: raise its limit (fs.file-max)',
  ENOENT: 'a file that the address names, or its socket, is not there',
  EACCES: 'a file that the address names, or its socket, may not be read',
  EISDIR: 'a file that the address names is a folder',
  '42704': 'the address has an option that it does not know (?options=)',
  '42601': 'the options of the address cannot be read (?options=)',
  '28P01': 'it refuses the password',
  '28000': 'it does not let this role in from here (pg_hba.conf), or there is no such role',
  '3D000': 'the server has no database of that name',
  '42501': 'the role may not connect to it',
  '53300': 'it takes no more connections: what max_connections, or a limit of the role or the database, allows is open',
  POOLER_FULL:
    'the pooler takes no more connections: what its max_client_conn, or a limit of the database or the user, allows is open',
  POOLER_BUSY:
    'no connection of the pooler to the server became free in time: all of its default_pool_size are in use (query_wait_timeout)',
  POOLER_SERVER: 'the pooler is there, and its server is not, or does not let the pooler in',
  POOLER_CLOSED: 'the pooler takes no clients for this database now (DISABLE, PAUSE)',
  '25006': 'it takes no writes: it is a standby, or default_transaction_read_only is on',
  '53100': 'its disk is full',
  '53200': 'it has no memory left',
  '57P01': 'it ended the connection',
  '57P02': 'it ended the connection',
  '55000': 'it takes no connections now (ALLOW_CONNECTIONS)',
  EARLIER_TIMELINE:
    'it is an old primary: a server was seen that took over from it. If that one is lost and this one shall go on, remove DATA_DIR/timelines',
  OTHER_SYSTEM:
    'it is another database system than the one that this process has used: its address leads to two. If the database was moved there, start the processes again',
  '57P03': 'it is starting or stopping',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate comes from an authority that is not known here',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is signed by itself',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate comes from an authority that is not known here',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its certificate comes from an authority that is not known here',
  UNABLE_TO_GET_ISSUER_CERT: 'its certificate comes from an authority that is not known here',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name than the host',
  ERR_SSL_WRONG_VERSION_NUMBER: 'it does not speak TLS there',
};

const MESSAGES: readonly [RegExp, string][] = [
  [/does not support SSL/, 'it has no TLS, and sslmode in its address, or PGSSLMODE in the environment, asks for it'],
  [/verify-ca requires/, 'sslmode=verify-ca needs sslrootcert beside it'],
  [/password must be a string|no password/i, 'it asks for a password, and the address has none'],
  [/self.signed certificate in/, 'its certificate comes from an authority that is not known here'],
  [/self.signed certificate/, 'its certificate is signed by itself'],
  [/unable to (get|verify)/, 'its certificate comes from an authority that is not known here'],
  [/certificate has expired/, 'its certificate has expired'],
  [/certificate's altnames/, 'its certificate is for another name than the host'],
  [/timeout|no answer (within|in time)/, 'it did not answer in time'],
  [/terminated/, 'it ended the connection'],
];

const OF_TLS = /CERT|SIGNATURE|SSL|TLS/;

/** Says in words why a system could not be reached, with the code of the error. Repeats nothing of an address. */
export function whyUnreachable(error: unknown): string {
  const {
    code,
    message = '',
    cause,
    errors,
  } = (error ?? {}) as {
    code?: unknown;
    message?: string;
    cause?: unknown;
    errors?: unknown[];
  };
  const known = typeof code === 'string' && /^\w{1,60}$/.test(code) ? code : undefined;
  if (known === undefined && (cause ?? errors?.[0]) !== undefined) return whyUnreachable(cause ?? errors?.[0]);
  const sentence =
    SENTENCES[(known && codeOf(error)) ?? ''] ?? MESSAGES.find(([pattern]) => pattern.test(message))?.[1];
  if (known === undefined) return sentence ?? 'it gave no answer';
  return `${sentence ?? (OF_TLS.test(known) ? 'its certificate is not accepted' : 'the connection failed')} (${known})`;
}
