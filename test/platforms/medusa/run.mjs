// Runs a command of Medusa in the folder that it is installed in, until the tests have ended: node run.mjs start --port 9000
import { createRequire } from 'node:module';

process.stdin.resume().once('end', () => process.exit());
createRequire(import.meta.url)('@medusajs/cli/cli.js');
