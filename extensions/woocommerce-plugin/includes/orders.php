<?php

declare(strict_types=1);

defined('ABSPATH') || exit;

/** Returns true for an order that the service has handed over. */
function preorders_is_ours($order): bool
{
    return is_object($order) && method_exists($order, 'get_meta') && (string) $order->get_meta('_preorder_order_id') !== '';
}

function preorders_add_order_rules(): void
{
    // Pre-ordered units come by their own delivery: the shelf is sold by WooCommerce alone.
    add_filter('woocommerce_can_reduce_order_stock', static function ($can, $order) {
        return preorders_is_ours($order) ? false : $can;
    }, 10, 2);
    // The service has told the shopper already that the pre-order is placed and paid.
    foreach (['customer_on_hold_order', 'customer_processing_order', 'customer_refunded_order'] as $mail) {
        add_filter('woocommerce_email_enabled_' . $mail, static function ($enabled, $order) {
            return preorders_is_ours($order) ? false : $enabled;
        }, 10, 2);
    }
}
