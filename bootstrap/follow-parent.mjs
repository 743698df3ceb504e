// Loaded into every command before its own code. When the bootstrap process is gone for any reason, the command gets SIGTERM.
import { isMainThread } from 'node:worker_threads';

const END_MS_MAX = 45_000; // longer than an orderly stop may take

if (isMainThread && process.channel) {
  process.once('disconnect', () => {
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), END_MS_MAX).unref();
    process.kill(process.pid, 'SIGTERM');
  });
  process.channel.unref();
}
