<?php

declare(strict_types=1);

defined('ABSPATH') || exit;

// After WooCommerce's own price (10) and its button (30) in the summary of a product.
const PREORDERS_AFTER_PRICE = 11;
const PREORDERS_AFTER_BUTTON = 31;

function preorders_add_placements(): void
{
    add_action('wp_enqueue_scripts', 'preorders_enqueue');
    add_action('wp_head', 'preorders_keep_room');
    add_action('woocommerce_single_product_summary', static function (): void {
        echo preorders_placement('price');
    }, PREORDERS_AFTER_PRICE);
    add_action('woocommerce_single_product_summary', static function (): void {
        echo preorders_placement('button');
    }, PREORDERS_AFTER_BUTTON);
    add_shortcode('preorder_status', 'preorders_status');
}

/** Loads the SDK on every page, from the service's own host. */
function preorders_enqueue(): void
{
    $base = preorders_setting('base_url');
    $key = preorders_setting('api_key');
    if ($base === '' || $key === '') {
        return;
    }
    $settings = ['baseUrl' => $base, 'apiKey' => $key, 'locale' => str_replace('_', '-', get_locale())];
    $proof = preorders_proof_of_reader();
    if ($proof !== '') {
        $settings['lineItemProperties'] = [PREORDERS_CUSTOMER => $proof];
    }
    wp_enqueue_script('preorders', plugins_url('assets/preorder.js', __DIR__), [], '0.1.0', ['strategy' => 'defer']);
    $json = wp_json_encode($settings, JSON_HEX_TAG | JSON_HEX_AMP | JSON_UNESCAPED_SLASHES);
    wp_add_inline_script('preorders', 'window.preordersSettings = ' . $json . ';', 'before');
}

/** Keeps the room of the placements until the SDK is there, so that nothing moves when they are filled. */
function preorders_keep_room(): void
{
    if (preorders_setting('base_url') === '' || preorders_setting('api_key') === '') {
        return;
    }
    echo <<<'HTML'
<style>
[data-service-placement-type='price']:not([data-service-state]) { min-height: 24px; }
[data-service-placement-type='button']:not([data-service-state]) { min-height: 68px; }
[data-service-placement-type='pre-order-status-placement']:not([data-service-state='failed']) { min-height: 620px; }
/* One price: while ours is shown, WooCommerce's own of the same product is not, in classic themes and in those of blocks. */
:is(.price, .wp-block-woocommerce-product-price):has(~ .preorder-price[data-service-state='ready']) { display: none; }
</style>

HTML;
}

/** Returns the container of a placement for the product of the page. */
function preorders_placement(string $type): string
{
    $product = $GLOBALS['product'] ?? null;
    if (!is_object($product) || !method_exists($product, 'get_id')) {
        return '';
    }
    return sprintf(
        '<div class="preorder-%1$s" data-service-placement-type="%1$s" data-service-instance-id="preorder-%1$s-%2$s"'
            . ' data-preorder-product="%2$s"%3$s></div>',
        esc_attr($type),
        esc_attr((string) $product->get_id()),
        $product->is_type('variable') ? ' data-preorder-variable' : ''
    );
}

/** Returns the status page, for the shortcode [preorder_status]. The token is of this reader alone, so no cache may keep the page. */
function preorders_status(): string
{
    $token = preorders_token_of_customer();
    if ($token !== '') {
        preorders_keep_private();
    }
    $shown = $token === '' ? '' : ' data-preorder-token="' . esc_attr($token) . '"';
    return '<div data-service-placement-type="pre-order-status-placement"' . $shown . '></div>';
}
