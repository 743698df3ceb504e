<?php

// A stand-in for the functions of WordPress that the plugin calls, written from their public documentation. It keeps what it is
// given in $wordpress, for tests to look at.

declare(strict_types=1);

error_reporting(E_ALL);
set_error_handler(static function (int $level, string $message, string $file, int $line): bool {
    throw new ErrorException($message, 0, $level, $file, $line);
});

define('ABSPATH', '/wordpress/');

$wordpress = ['hooks' => [], 'options' => [], 'sanitize' => [], 'shortcodes' => [], 'scripts' => [], 'inline' => [],
    'user' => '', 'user_id' => 0, 'product_page' => false, 'can' => true, 'pages' => [], 'uncached' => false];

function add_filter(string $name, callable $callback, int $priority = 10, int $arguments = 1): void
{
    $GLOBALS['wordpress']['hooks'][$name][$priority][] = [$callback, $arguments];
}

function add_action(string $name, callable $callback, int $priority = 10, int $arguments = 1): void
{
    add_filter($name, $callback, $priority, $arguments);
}

function apply_filters(string $name, $value, ...$more)
{
    $hooks = $GLOBALS['wordpress']['hooks'][$name] ?? [];
    ksort($hooks);
    foreach (array_merge(...$hooks) as [$callback, $arguments]) {
        $value = $callback(...array_slice([$value, ...$more], 0, $arguments));
    }
    return $value;
}

/** Returns what the callbacks print. */
function printed_by(string $action): string
{
    ob_start();
    $hooks = $GLOBALS['wordpress']['hooks'][$action] ?? [];
    ksort($hooks);
    foreach (array_merge(...$hooks) as [$callback]) {
        $callback();
    }
    return ob_get_clean();
}

function get_option(string $name, $default = false)
{
    return $GLOBALS['wordpress']['options'][$name] ?? $default;
}

function register_setting(string $group, string $name, array $more): void
{
    $GLOBALS['wordpress']['sanitize'][$name] = $more['sanitize_callback'];
}

/** Saves an option as the form of WordPress does. */
function save_option(string $name, $value): void
{
    $GLOBALS['wordpress']['options'][$name] = $GLOBALS['wordpress']['sanitize'][$name]($value);
}

function delete_option(string $name): void
{
    unset($GLOBALS['wordpress']['options'][$name]);
}

function add_options_page(string $title, string $menu, string $capability, string $slug, callable $page): void
{
    $GLOBALS['wordpress']['pages'][$slug] = [$capability, $page];
}

function current_user_can(string $capability): bool
{
    return $GLOBALS['wordpress']['can'];
}

function settings_fields(string $group): void
{
    echo '<input type="hidden" name="option_page" value="' . esc_attr($group) . '">';
}

function submit_button(): void
{
    echo '<button type="submit">Save Changes</button>';
}

function checked($value, $current): void
{
    echo $value === $current ? "checked='checked'" : '';
}

function esc_attr(string $text): string
{
    return htmlspecialchars($text, ENT_QUOTES, 'UTF-8');
}

function esc_html(string $text): string
{
    return htmlspecialchars($text, ENT_QUOTES, 'UTF-8');
}

function esc_url_raw(string $text, array $protocols): string
{
    $scheme = parse_url($text, PHP_URL_SCHEME);
    return in_array($scheme, $protocols, true) ? (string) preg_replace('/[^a-z0-9-~+_.?#=!&;,\/:%@$|*\'()\[\]]/i', '', $text) : '';
}

function wp_json_encode($value, int $flags = 0): string
{
    return json_encode($value, $flags | JSON_THROW_ON_ERROR);
}

function get_locale(): string
{
    return 'de_AT';
}

function plugins_url(string $path, string $folder): string
{
    return 'https://shop.example/wp-content/plugins/' . basename(dirname($folder)) . '/' . $path;
}

function wp_enqueue_script(string $handle, string $address, array $needs, string $version, array $more): void
{
    $GLOBALS['wordpress']['scripts'][$handle] = [$address, $more];
}

function wp_add_inline_script(string $handle, string $script, string $position): void
{
    $GLOBALS['wordpress']['inline'][$handle] = [$script, $position];
}

function add_shortcode(string $name, callable $callback): void
{
    $GLOBALS['wordpress']['shortcodes'][$name] = $callback;
}

function nocache_headers(): void
{
    $GLOBALS['wordpress']['uncached'] = true;
}

final class WP_User
{
    public string $user_email;

    public function __construct(string $email)
    {
        $this->user_email = $email;
    }

    public function exists(): bool
    {
        return $this->user_email !== '';
    }
}

function wp_get_current_user(): WP_User
{
    return new WP_User($GLOBALS['wordpress']['user']);
}

function get_current_user_id(): int
{
    return $GLOBALS['wordpress']['user_id'];
}

function get_userdata(int $id)
{
    return $id === $GLOBALS['wordpress']['user_id'] ? new WP_User('of ' . $id) : false;
}

function wp_salt(): string
{
    return 'salt of this WordPress';
}

function is_product(): bool
{
    return $GLOBALS['wordpress']['product_page'];
}

/** A product or an order of WooCommerce: what the plugin asks of it. */
final class WooThing
{
    private int $id;
    private string $type;
    private array $meta;

    public function __construct(int $id, string $type = 'simple', array $meta = [])
    {
        [$this->id, $this->type, $this->meta] = [$id, $type, $meta];
    }

    public function get_id(): int
    {
        return $this->id;
    }

    public function is_type(string $type): bool
    {
        return $this->type === $type;
    }

    public function get_meta(string $name): string
    {
        return $this->meta[$name] ?? '';
    }

    public function delete_meta_data(string $name): void
    {
        unset($this->meta[$name]);
    }

    public function all_meta(): array
    {
        return $this->meta;
    }

    /** @var WooThing[] */
    public array $items = [];
    public int $customer = 0;

    public function get_items(): array
    {
        return $this->items;
    }

    public function set_customer_id(int $id): void
    {
        $this->customer = $id;
    }
}

function __(string $text, string $domain): string
{
    return $GLOBALS['wordpress']['texts'][$text] ?? $text;
}

function esc_html__(string $text, string $domain): string
{
    return esc_html(__($text, $domain));
}

/** As WordPress 6.5 does, from the file of the language. */
function load_plugin_textdomain(string $domain, bool $deprecated, string $folder): bool
{
    $file = dirname(PREORDERS_PLUGIN) . '/' . $folder . '/' . $domain . '-' . get_locale() . '.l10n.php';
    $GLOBALS['wordpress']['texts'] = is_file($file) ? (require $file)['messages'] : [];
    return is_file($file);
}
