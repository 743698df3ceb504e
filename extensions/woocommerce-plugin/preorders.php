<?php
/**
 * Plugin Name: Pre-orders
 * Description: Puts the price, the pre-order button and the status page of a waitlist and pre-order service into a store with WooCommerce.
 * Version: 0.1.0
 * Requires at least: 6.0
 * Requires PHP: 7.4
 * Requires Plugins: woocommerce
 * License: MIT
 * Text Domain: preorders
 * Domain Path: /languages
 */

declare(strict_types=1);

defined('ABSPATH') || exit;

require_once __DIR__ . '/includes/settings.php';
require_once __DIR__ . '/includes/status-token.php';
require_once __DIR__ . '/includes/customer.php';
require_once __DIR__ . '/includes/placements.php';
require_once __DIR__ . '/includes/orders.php';

add_action('init', static function (): void {
    load_plugin_textdomain('preorders', false, basename(__DIR__) . '/languages');
});
preorders_add_settings();
preorders_add_placements();
preorders_add_order_rules();
preorders_add_customers();
