import { createSecretBox, type SecretBox } from '../platform/crypto.ts';
import { prepareDataDir, readOrMakeSecret } from '../platform/data-dir.ts';
import { readPreviousSecrets, SECRET_KEY_FILE } from '../platform/secret-file.ts';
import type { Config } from './config.ts';

/** Uses the key of the environment, or else the one in the data folder, made on first use; and the previous keys. */
export async function openSecretBox({ secretKey, secretKeyPrevious, dataDir }: Config): Promise<SecretBox> {
  const previous = secretKeyPrevious === undefined ? [] : [secretKeyPrevious];
  if (secretKey !== undefined) return createSecretBox(secretKey, previous);
  const folder = await prepareDataDir(dataDir);
  const kept = await readPreviousSecrets(folder, SECRET_KEY_FILE);
  return createSecretBox(await readOrMakeSecret(folder, SECRET_KEY_FILE), [...previous, ...kept]);
}
