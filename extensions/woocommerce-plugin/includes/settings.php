<?php

declare(strict_types=1);

defined('ABSPATH') || exit;

const PREORDERS_OPTION = 'preorders_settings';
const PREORDERS_PAGE = 'preorders';

/** Returns a setting, or an empty text. */
function preorders_setting(string $name): string
{
    $settings = get_option(PREORDERS_OPTION, []);
    return is_array($settings) && is_string($settings[$name] ?? null) ? $settings[$name] : '';
}

/** Returns the shared secret: of wp-config.php, where backups of the database do not have it, else of the settings. */
function preorders_secret(): string
{
    return defined('PREORDERS_SHARED_SECRET') ? (string) constant('PREORDERS_SHARED_SECRET') : preorders_setting('secret');
}

function preorders_add_settings(): void
{
    add_action('admin_menu', static function (): void {
        $title = __('Pre-orders', 'preorders');
        add_options_page($title, $title, 'manage_woocommerce', PREORDERS_PAGE, 'preorders_settings_page');
    });
    add_action('admin_init', static function (): void {
        register_setting(PREORDERS_PAGE, PREORDERS_OPTION, ['sanitize_callback' => 'preorders_read_settings']);
    });
    // Only administrators may save options, unless it is said who else.
    add_filter('option_page_capability_' . PREORDERS_PAGE, static fn(): string => 'manage_woocommerce');
}

/**
 * Returns the settings as they are kept, from what the form sent. An empty field keeps the secret that is there, because the page
 * never shows it.
 *
 * @param mixed $given
 * @return array<string, string>
 */
function preorders_read_settings($given): array
{
    $text = static fn(string $name): string => is_array($given) && is_string($given[$name] ?? null) ? trim($given[$name]) : '';
    $secret = $text('secret');
    return [
        'base_url' => preorders_address($text('base_url')),
        'api_key' => preg_match('/^[0-9a-f-]{36}$/i', $text('api_key')) === 1 ? $text('api_key') : '',
        'secret' => $secret === '' ? preorders_setting('secret') : $secret,
        'verified' => $text('verified') === 'yes' ? 'yes' : 'no',
    ];
}

/** Returns an address without its last slash; empty if it is none. */
function preorders_address(string $text): string
{
    $address = esc_url_raw($text, ['https', 'http']);
    return rtrim($address, '/');
}

function preorders_settings_page(): void
{
    if (!current_user_can('manage_woocommerce')) {
        return;
    }
    $known = preorders_secret() === '' ? __('None yet', 'preorders') : __('Kept. Leave this empty to keep it.', 'preorders');
    ?>
    <div class="wrap">
        <h1><?php echo esc_html__('Pre-orders', 'preorders'); ?></h1>
        <form method="post" action="options.php">
            <?php settings_fields(PREORDERS_PAGE); ?>
            <table class="form-table" role="presentation">
                <?php preorders_field('base_url', __('Address of your service', 'preorders'), 'url', 'https://preorders.example.com'); ?>
                <?php preorders_field('api_key', __('Public API key of your store', 'preorders'), 'text', __('The portal shows it. It is not a secret.', 'preorders')); ?>
                <?php preorders_field('secret', __('Shared secret of your store', 'preorders'), 'password', $known); ?>
                <tr>
                    <th scope="row"><?php echo esc_html__('Signed-in customers', 'preorders'); ?></th>
                    <td>
                        <label>
                            <input type="checkbox" name="<?php echo esc_attr(PREORDERS_OPTION); ?>[verified]" value="yes"
                                <?php checked(preorders_setting('verified'), 'yes'); ?>>
                            <?php echo esc_html__('The e-mail addresses of my customers are verified', 'preorders'); ?>
                        </label>
                        <p class="description"><?php echo esc_html__(
                            'Only then may signed-in customers see all their pre-orders. WooCommerce alone lets anyone register with the address of somebody else. Without it, everybody looks up one pre-order at a time.',
                            'preorders'
                        ); ?></p>
                    </td>
                </tr>
            </table>
            <?php submit_button(); ?>
        </form>
    </div>
    <?php
}

/** Prints a field. The secret has no value here: it never gets into a page. */
function preorders_field(string $name, string $label, string $type, string $about): void
{
    $id = 'preorders-' . $name;
    $value = $type === 'password' ? '' : preorders_setting($name);
    ?>
    <tr>
        <th scope="row"><label for="<?php echo esc_attr($id); ?>"><?php echo esc_html($label); ?></label></th>
        <td>
            <input class="regular-text" id="<?php echo esc_attr($id); ?>" type="<?php echo esc_attr($type); ?>"
                name="<?php echo esc_attr(PREORDERS_OPTION . '[' . $name . ']'); ?>" value="<?php echo esc_attr($value); ?>"
                autocomplete="off">
            <p class="description"><?php echo esc_html($about); ?></p>
        </td>
    </tr>
    <?php
}
