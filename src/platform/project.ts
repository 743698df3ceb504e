import { fileURLToPath } from 'node:url';

/**
 * The folder of the project, or of the unpacked archive that `npm run pack` wrote. There the whole server is in `dist/server`, so the
 * code of this file is as deep as here, and every other file has the same path.
 */
export const PROJECT = fileURLToPath(new URL('../../', import.meta.url));
