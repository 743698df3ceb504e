// Loaded into every command before its own code: when the bootstrap is gone, however it went, the command ends as if it
// had been asked to.
import { isMainThread } from 'node:worker_threads';

const END_MS_MAX = 45_000; // longer than an orderly end may take

if (isMainThread && process.channel) {
  process.once('disconnect', () => {
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), END_MS_MAX).unref();
    process.kill(process.pid, 'SIGTERM');
  });
  process.channel.unref();
}
