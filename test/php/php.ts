import { execFile, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The PHP of this machine, such as Debian's package `php-cli`; undefined without one. */
export const PHP = spawnSync('php', ['--version']).status === 0 ? 'php' : undefined;

export const PLUGIN = fileURLToPath(new URL('../../extensions/woocommerce-plugin/', import.meta.url));
const WORDPRESS = fileURLToPath(new URL('wordpress.php', import.meta.url));

// Each test would look the same without PHP: the run says why they are missing.
if (PHP === undefined)
  console.warn('SKIPPED: no PHP here, so the plugin for WooCommerce is not tested (Debian: apt-get install php-cli)');

/** Runs code in WordPress with the plugin. Resolves with what it returns. `given` is there as `$given`. */
export async function inWordPress<T>(code: string, given: Record<string, unknown> = {}): Promise<T> {
  const script = `
    $given = json_decode(getenv('GIVEN'), true);
    define('PREORDERS_PLUGIN', '${PLUGIN}');
    require '${WORDPRESS}';
    require '${PLUGIN}preorders.php';
    printed_by('init');
    printed_by('admin_init');
    $settings = $given['settings'] ?? null;
    if ($settings !== null) save_option('preorders_settings', $settings);
    $wordpress['user'] = $given['user'] ?? '';
    $result = (function () use ($given) { global $wordpress; ${code} })();
    echo json_encode($result, JSON_THROW_ON_ERROR);`;
  const { stdout } = await run(PHP ?? 'php', ['-r', script], { env: { ...process.env, GIVEN: JSON.stringify(given) } });
  return JSON.parse(stdout);
}
