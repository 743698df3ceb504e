import { readFile, writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { AppError } from '../../domain/error.ts';

// Encrypted backups are files of age (https://age-encryption.org/v1), which `age` opens as well.
export const AGE_MAGIC = 'age-encryption.org/v1';

/** Whom a backup is encrypted for: public keys, or a passphrase. */
export type Sealing = { recipients: readonly string[] } | { passphrase: string };

/** What opens an encrypted backup. */
export type Opening = { identities: readonly string[] } | { passphrase: string };

type Bytes = AsyncIterable<Uint8Array>;

/**
 * Returns what encrypts a backup, and what opens this one for as long as the process lives. Private keys stay away from the
 * server, so a backup for public keys is also encrypted for a key that only this process has.
 */
export async function prepareSealing(sealing: Sealing): Promise<{ seal: (plain: Bytes) => Bytes; opening: Opening }> {
  const encrypter = new Encrypter();
  if ('passphrase' in sealing) {
    encrypter.setPassphrase(sealing.passphrase);
    return { seal: (plain) => through(plain, (stream) => encrypter.encrypt(stream)), opening: sealing };
  }
  for (const recipient of sealing.recipients) addRecipient(encrypter, recipient);
  const identity = await generateX25519Identity();
  encrypter.addRecipient(await identityToRecipient(identity));
  return {
    seal: (plain) => through(plain, (stream) => encrypter.encrypt(stream)),
    opening: { identities: [identity] },
  };
}

function addRecipient(encrypter: Encrypter, recipient: string): void {
  try {
    encrypter.addRecipient(recipient);
  } catch {
    const message = `“${recipient.slice(0, 80)}” is not a public key: they begin with age1. ./service backup-key makes one.`;
    throw new AppError('invalid_parameter', message, { param: 'recipient' });
  }
}

/** Decrypts a backup. Throws `backup_key_wrong` if `opening` does not open it. */
export function openSealed(sealed: Bytes, opening: Opening | null): Bytes {
  if (opening === null) {
    throw new AppError(
      'backup_key_wrong',
      'The backup is encrypted: name its key with --identity or --passphrase-file.',
    );
  }
  return through(sealed, async (stream) => {
    const decrypter = new Decrypter();
    try {
      if ('passphrase' in opening) decrypter.addPassphrase(opening.passphrase);
      else for (const identity of opening.identities) decrypter.addIdentity(identity);
      return await decrypter.decrypt(stream);
    } catch (error) {
      if (!/no identity matched|identity|passphrase/.test(String(error))) throw error;
      throw new AppError('backup_key_wrong', 'This key does not open the backup.', { detail: String(error) });
    }
  });
}

type WebBytes = globalThis.ReadableStream<Uint8Array>;

async function* through(bytes: Bytes, change: (stream: WebBytes) => Promise<WebBytes>): Bytes {
  const changed = await change(Readable.toWeb(Readable.from(bytes)) as unknown as WebBytes);
  yield* changed as unknown as ReadableStream<Uint8Array>;
}

/** Makes a new private key in a file that must not exist yet. Resolves with its public key. */
export async function makeIdentity(path: string): Promise<string> {
  const identity = await generateX25519Identity();
  const recipient = await identityToRecipient(identity);
  await writeFile(path, `# public key: ${recipient}\n${identity}\n`, { mode: 0o600, flag: 'wx', flush: true });
  return recipient;
}

/** Reads the private keys of a file, such as `age-keygen` and `makeIdentity` write it. */
export async function readIdentities(path: string): Promise<string[]> {
  const lines = (await readFile(path, 'utf8')).split('\n').map((line) => line.trim());
  const identities = lines.filter((line) => line !== '' && !line.startsWith('#'));
  if (identities.length > 0 && identities.every((line) => line.startsWith('AGE-SECRET-KEY-'))) return identities;
  throw new AppError('invalid_parameter', 'The file holds no private key of age.', { param: 'identity' });
}
